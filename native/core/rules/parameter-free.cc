#include "../registry.h"
#include "parameter-free/coin.h"
#include "parameter-free/kt.h"
#include "parameter-free/scinol.h"

namespace ol {

std::vector<Entry> parameterFreeRules() {
  return {entryOf<Scinol1>(), entryOf<Scinol2>(), entryOf<Kt>(), entryOf<Coin>()};
}

}  // namespace ol
