#include "nag.h"
#include "ng.h"
#include "snag.h"

#include "../../registry.h"

namespace ol {

std::vector<Entry> rossRules() { return {entryOf<Nag>(), entryOf<Ng>(), entryOf<Snag>()}; }

}  // namespace ol
