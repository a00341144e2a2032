#include "ftrl.h"
#include "kt.h"
#include "scinol.h"
#include "vw.h"

#include "../../registry.h"

namespace ol {

std::vector<Entry> beyondRules() {
  return {entryOf<Scinol1>(), entryOf<Scinol2>(), entryOf<Ftrl>(), entryOf<Kt>(), entryOf<Vw>()};
}

}  // namespace ol
