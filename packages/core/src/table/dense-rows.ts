import { engineScalars, type ModifiedRule, ruleOf, type Table } from '@ol/spec'

/** Yields the rows of the dense features of a rule that standardizes, in the order in which they became dense. */
export function* denseRows({ shared, layout, scalars }: Table, rule: ModifiedRule): Generator<number> {
  const entry = ruleOf(rule)
  if (entry.standardizes !== true) return
  const next = layout.sharedStart + entry.shared.findIndex(({ name }) => name === 'next')
  const first = entry.scalars.findIndex(({ name }) => name === 'first_dense')
  for (let row = scalars[engineScalars.length + first]; row > 0; ) {
    const at = next + (row - 1) * layout.sharedStride
    yield row - 1
    row = shared[at]
  }
}
