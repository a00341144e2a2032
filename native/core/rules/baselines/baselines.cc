#include "sgd.h"

#include "../../registry.h"

namespace ol {

std::vector<Entry> baselineRules() { return {entryOf<Sgd>()}; }

}  // namespace ol
