/** Throws if the range is not within the bytes: a corrupt file may give any range for its parts. */
export function checkRange(start: number, end: number, length: number): void {
  if (!(start >= 0 && start <= end && end <= length))
    throw new RangeError(`there are no bytes ${start} to ${end}: there are ${length}`)
}
