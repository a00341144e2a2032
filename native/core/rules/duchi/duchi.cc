#include "adagrad.h"

#include "../../registry.h"

namespace ol {

std::vector<Entry> duchiRules() { return {entryOf<AdaGrad>()}; }

}  // namespace ol
