#include "tiers.h"

#include <atomic>

namespace ol {
namespace {

Tier detect() {
#if OL_HAS_TIERS
  __builtin_cpu_init();
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("pclmul")) return Tier::baseline;
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
      __builtin_cpu_supports("avx512bw"))
    return Tier::avx512;
  return Tier::avx2;
#else
  return Tier::baseline;
#endif
}

std::atomic<Tier>& chosen() {
  static std::atomic<Tier> value{detect()};
  return value;
}

}  // namespace

Tier widestTier() {
  static const Tier widest = detect();
  return widest;
}

Tier tier() { return chosen().load(std::memory_order_relaxed); }

bool useTier(Tier asked) {
  if (static_cast<int>(asked) < 0 || asked > widestTier()) return false;
  chosen().store(asked, std::memory_order_relaxed);
  return true;
}

const char* tierName(Tier tier) { return tier == Tier::avx512 ? "avx512" : tier == Tier::avx2 ? "avx2" : "baseline"; }

}  // namespace ol
