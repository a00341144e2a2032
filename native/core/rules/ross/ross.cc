#include "conditioner.h"
#include "nag.h"
#include "ng.h"
#include "snag.h"
#include "snag_meansquare.h"
#include "snag_seen.h"

#include "../../registry.h"

namespace ol {

std::vector<Entry> rossRules() { 
  return {entryOf<Nag>(),            entryOf<Ng>(),          entryOf<Snag>(),        entryOf<SnagSeen>(),
          entryOf<SnagMeanSquare>(), entryOf<Conditioner>(), entryOf<Transductive>()};
 }

}  // namespace ol
