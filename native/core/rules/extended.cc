#include "../registry.h"
#include "extended/averaged.h"
#include "extended/regularized.h"

namespace ol {

std::vector<Entry> extendedRules() {
  return {entryOf<NagRegularized>(),
          entryOf<NgRegularized>(),
          entryOf<SnagRegularized>(),
          entryOf<SnagSeenRegularized>(),
          entryOf<SnagMeanSquareRegularized>(),
          entryOf<NagAveraged>(),
          entryOf<NgAveraged>(),
          entryOf<SnagAveraged>(),
          entryOf<SnagSeenAveraged>(),
          entryOf<SnagMeanSquareAveraged>(),
          entryOf<AdaGradAveraged>(),
          entryOf<SgdAveraged>()};
}

}  // namespace ol
