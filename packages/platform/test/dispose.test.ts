import { afterEach, expect, test, vi } from 'vitest'
import { disposeWhereKnown } from '../src/dispose.js'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** A class as one with `async [Symbol.asyncDispose]()` is where `name` is what that symbol is. */
function closing(name: PropertyKey) {
  class Closing {
    [name](): void {}

    static {
      disposeWhereKnown(Closing.prototype)
    }
  }
  return Closing
}

test('keeps the method if the symbol is known', () => {
  expect(Symbol.asyncDispose in closing(Symbol.asyncDispose).prototype).toBe(true)
})

test('leaves no method called "undefined" if it is not', () => {
  vi.stubGlobal('Symbol', { ...Symbol, asyncDispose: undefined })
  expect(Object.getOwnPropertyNames(closing('undefined').prototype)).toEqual(['constructor'])
})
