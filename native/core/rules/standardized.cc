#include "../registry.h"
#include "standardized/std.h"

namespace ol {

std::vector<Entry> standardizedRules() {
  // the mixtures are lanes of std: one engine for all
  const Entry std = entryOf<Std>();
  Entry mixture = std, small = std;
  mixture.info.id = "auto";
  mixture.info.code = 101;
  small.info.id = "auto-small";
  small.info.code = 102;
  return {std, mixture, small};
}

}  // namespace ol
