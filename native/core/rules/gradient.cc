#include "../registry.h"
#include "gradient/aogd.h"
#include "gradient/flh.h"
#include "gradient/hazan-kale.h"
#include "gradient/ogd-coordinate.h"
#include "gradient/ogd-global.h"
#include "gradient/sgd.h"

namespace ol {

std::vector<Entry> gradientRules() {
  return {entryOf<Sgd>(),       entryOf<OgdGlobal>(), entryOf<OgdCoordinate>(), entryOf<Aogd>(),
          entryOf<HazanKale>(), entryOf<Flh>(),       entryOf<Flh2>()};
}

}  // namespace ol
