/** sign(x) max(0, |x| - by): soft thresholding. */
export function shrink(x: number, by: number): number {
  const size = (x < 0 ? -x : x) - by
  if (!(size > 0)) return 0
  return x < 0 ? -size : size
}
