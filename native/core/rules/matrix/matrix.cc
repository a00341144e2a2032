#include "adagrad-full.h"
#include "covariance.h"

#include "../../registry.h"

namespace ol {

std::vector<Entry> matrixRules() {
  return {entryOf<AdagradFull>(), entryOf<Vaw>(),    entryOf<SopFull>(), entryOf<ArowFull>(),
          entryOf<ArowOmdFull>(), entryOf<CwFull>(), entryOf<Ons>()};
}

}  // namespace ol
