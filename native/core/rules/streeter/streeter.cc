#include "aogd.h"
#include "flh.h"
#include "hazan_kale.h"
#include "ogd_coordinate.h"
#include "ogd_global.h"

#include "../../registry.h"

namespace ol {

std::vector<Entry> streeterRules() {
  return {entryOf<OgdGlobal>(), entryOf<OgdCoordinate>(), entryOf<Aogd>(), entryOf<HazanKale>(),
          entryOf<Flh>(),       entryOf<Flh2>()};
}

}  // namespace ol
