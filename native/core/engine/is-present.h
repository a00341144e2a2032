// Whether a feature adds anything: with the value 0 it is absent, with NaN it is missing. Twin:
// packages/fallback/src/engine/is-present.ts
#pragma once

namespace ol {

// one comparison, which vectors have too
#if defined(__GNUC__)
inline bool isPresent(double x) { return __builtin_islessgreater(x, 0.0); }
#else
inline bool isPresent(double x) { return x < 0 || x > 0; }
#endif

}  // namespace ol
