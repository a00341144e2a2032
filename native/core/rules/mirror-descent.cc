#include "../registry.h"
#include "mirror-descent/ftrl.h"
#include "mirror-descent/omd.h"
#include "mirror-descent/pnorm-lms.h"
#include "mirror-descent/scale-invariant.h"

namespace ol {

std::vector<Entry> mirrorDescentRules() {
  return {entryOf<OmdL1>(),
          entryOf<Rda>(),
          entryOf<OmdStronglyConvex>(),
          entryOf<ScaleInvariantPnorm>(),
          entryOf<ScaleInvariantAdagrad>(),
          entryOf<PnormLms>(),
          entryOf<Ftrl>()};
}

}  // namespace ol
