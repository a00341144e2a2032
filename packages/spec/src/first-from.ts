/** Returns the place of the first of ascending numbers that is not less than `least`. */
export function firstFrom(numbers: Uint32Array, least: number): number {
  let [low, high] = [0, numbers.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (numbers[middle] < least) low = middle + 1
    else high = middle
  }
  return low
}
