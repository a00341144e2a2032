#include "scratch.h"

namespace ol {

Scratch& scratch() {
  static thread_local Scratch own;
  return own;
}

}  // namespace ol
