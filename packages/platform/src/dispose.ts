/**
 * Takes the method `[Symbol.asyncDispose]` back from a class where the runtime does not know that symbol: it would be a
 * method called "undefined". For the static block of the class.
 */
export function disposeWhereKnown(prototype: object): void {
  if (Symbol.asyncDispose === undefined) Reflect.deleteProperty(prototype, 'undefined')
}
