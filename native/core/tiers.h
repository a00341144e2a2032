// Tiers of instruction sets. Only loops over lanes, and over the features of an example of one lane, are compiled for a
// tier (OL_TARGET_*), and each tier is its own namespace, so that no inline function of a wider tier is ever
// linked into a narrower one. No tier contracts or reorders: all of them give the same bits.
#pragma once

#if defined(__x86_64__) && defined(__GNUC__)
#define OL_HAS_TIERS 1
#define OL_TARGET_AVX2 __attribute__((target("avx2,pclmul")))
// clang ignores a whole attribute that names a width
#if defined(__clang__)
#define OL_WIDTH
#else
#define OL_WIDTH ",prefer-vector-width=512"
#endif
#define OL_TARGET_AVX512 __attribute__((target("avx2,pclmul,avx512f,avx512dq,avx512vl,avx512bw" OL_WIDTH)))
#else
#define OL_HAS_TIERS 0
#endif

// Precedes a loop over as many lanes as a vector has, or twice as many. They are independent, and compilers
// vectorize the loop only if they have not unrolled it.
#if defined(__GNUC__) && !defined(__clang__)
#define OL_SIDE_BY_SIDE _Pragma("GCC ivdep") _Pragma("GCC unroll 1")
#elif defined(__clang__)
#define OL_SIDE_BY_SIDE _Pragma("clang loop vectorize(enable)")
#else
#define OL_SIDE_BY_SIDE
#endif

namespace ol {

enum class Tier { baseline = 0, avx2 = 1, avx512 = 2 };

// The widest tier of this machine, or a requested narrower one.
Tier tier();
Tier widestTier();
// false: this machine does not have it
bool useTier(Tier tier);
const char* tierName(Tier tier);

}  // namespace ol
