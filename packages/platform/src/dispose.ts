/**
 * Removes the method `[Symbol.asyncDispose]` from a class if the runtime does not know that symbol: the method would be
 * called "undefined". For the static block of the class.
 */
export function disposeWhereKnown(prototype: object): void {
  if (Symbol.asyncDispose === undefined) Reflect.deleteProperty(prototype, 'undefined')
}
