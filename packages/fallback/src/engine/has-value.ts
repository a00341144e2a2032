/** Whether a feature adds anything: with the value 0 it is absent, with NaN it is missing. Twin: native/core/engine/has-value.h. */
export function hasValue(x: number): boolean {
  return x < 0 || x > 0
}
