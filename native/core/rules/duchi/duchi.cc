#include "adagrad.h"
#include "adagrad_cmd.h"
#include "adagrad_rda.h"
#include "dense.h"

#include "../../registry.h"

namespace ol {

std::vector<Entry> duchiRules() {
  return {entryOf<AdaGrad>(), entryOf<AdaGradCmd>(), entryOf<AdaGradRda>(), entryOf<AdaGradCmdDense>(),
          entryOf<AdaGradRdaDense>()};
}

}  // namespace ol
