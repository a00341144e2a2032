#include "omd.h"
#include "pnorm-lms.h"
#include "scale-invariant.h"

#include "../../registry.h"

namespace ol {

std::vector<Entry> orabonaRules() {
  return {entryOf<OmdL1>(),
          entryOf<Rda>(),
          entryOf<OmdStronglyConvex>(),
          entryOf<ScaleInvariantPnorm>(),
          entryOf<ScaleInvariantAdagrad>(),
          entryOf<PnormLms>()};
}

}  // namespace ol
