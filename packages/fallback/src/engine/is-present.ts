/** Whether a feature adds anything: with the value 0 it is absent, with NaN it is missing. Twin: native/core/engine/is-present.h. */
export function isPresent(x: number): boolean {
  return x < 0 || x > 0
}
