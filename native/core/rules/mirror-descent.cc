#include "../registry.h"
#include "mirror-descent/ftrl.h"
#include "mirror-descent/omd-l1.h"
#include "mirror-descent/omd-strongly-convex.h"
#include "mirror-descent/pnorm-lms.h"
#include "mirror-descent/rda.h"
#include "mirror-descent/scale-invariant-adagrad.h"
#include "mirror-descent/scale-invariant-pnorm.h"

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
