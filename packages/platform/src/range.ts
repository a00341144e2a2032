/** Throws where there are no such bytes: what a corrupt file says of its parts may be anything. */
export function checkRange(start: number, end: number, length: number): void {
  if (!(start >= 0 && start <= end && end <= length))
    throw new RangeError(`there are no bytes ${start} to ${end}: there are ${length}`)
}
