#include "../registry.h"
#include "full-matrix/adagrad-full.h"
#include "full-matrix/covariance.h"

namespace ol {

std::vector<Entry> fullMatrixRules() {
  return {entryOf<AdagradFull>(), entryOf<Vaw>(),    entryOf<SopFull>(), entryOf<ArowFull>(),
          entryOf<ArowOmdFull>(), entryOf<CwFull>(), entryOf<Ons>()};
}

}  // namespace ol
