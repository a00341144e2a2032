#include "../registry.h"
#include "normalized/conditioner.h"
#include "normalized/nag.h"
#include "normalized/nag-power.h"
#include "normalized/ng.h"
#include "normalized/snag.h"
#include "normalized/snag-meansquare.h"
#include "normalized/snag-seen.h"
#include "normalized/vw.h"

namespace ol {

std::vector<Entry> normalizedRules() {
  const Entry conditioner = entryOf<Conditioner>();
  return {entryOf<Nag>(),
          entryOf<Ng>(),
          entryOf<Snag>(),
          entryOf<SnagSeen>(),
          entryOf<SnagMeanSquare>(),
          entryOf<NagPower>(),
          conditioner,
          sharedBy<Transductive>(conditioner),
          entryOf<Vw>()};
}

}  // namespace ol
