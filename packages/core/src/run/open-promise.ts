/** Returns a promise and what resolves it. */
export function openPromise(): readonly [Promise<void>, () => void] {
  let resolve = (): void => undefined
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return [promise, resolve]
}
