// runtimes without `await using` lack the symbol, and a class with such a method would be given one called "undefined"
const symbols: { asyncDispose?: symbol } = Symbol
symbols.asyncDispose ??= Symbol.for('Symbol.asyncDispose')

export {}
