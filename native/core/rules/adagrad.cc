#include "../registry.h"
#include "adagrad/adagrad.h"
#include "adagrad/adagrad-cmd.h"
#include "adagrad/adagrad-rda.h"
#include "adagrad/dense.h"

namespace ol {

std::vector<Entry> adagradRules() {
  return {entryOf<AdaGrad>(), entryOf<AdaGradCmd>(), entryOf<AdaGradRda>(), entryOf<AdaGradCmdDense>(),
          entryOf<AdaGradRdaDense>()};
}

}  // namespace ol
