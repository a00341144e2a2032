/** The functions that formulas of the table of losses name. */
const functions = { exp: Math.exp, log: Math.log, max: Math.max, sign: Math.sign, abs: Math.abs }

/**
 * Returns the value of a formula of the table of losses, as docs/rules.md shows it: `A if C, otherwise B` and
 * `A, z within [a, b]` with the usual signs, a product being two factors with a space between them.
 */
export function formulaValue(formula: string, z: number, y: number, p: number): number {
  // commas of arguments and ranges do not separate clauses
  const clauses = formula.split(/, (?![^([]*[)\]])/)
  const names = { ...functions, z, y, tau: p, delta: p, q: p, epsilon: p }
  const range = /^z within \[(.+), (.+)\]$/.exec(clauses.at(-1) ?? '')
  if (range !== null) {
    clauses.pop()
    names.z = Math.min(Number(range[2]), Math.max(Number(range[1]), z))
  }
  for (const clause of clauses) {
    const [, value, condition] = /^(?:otherwise )?(.*?)(?: if (.+))?$/.exec(clause) ?? []
    const holds = condition === undefined || (condition === 'equal' ? z === y : compute(condition, names))
    if (holds) return Number(compute(value, names))
  }
  throw new RangeError(`No clause of ${formula} holds`)
}

function compute(text: string, names: Readonly<Record<string, unknown>>): unknown {
  const code = text
    .replaceAll(/\|([^|]+)\|/g, 'abs($1)')
    .replaceAll('^', '**')
    .replaceAll(/(?<=[\w)]) (?=[\w(])/g, ' * ')
  return new Function(...Object.keys(names), `return ${code}`)(...Object.values(names))
}
