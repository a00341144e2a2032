import { OLError, valueText } from '@ol/spec'

/** Returns the error of what a lean learner lacks. `what`: an option, or a kind of input, whose value is `value` */
export function refusedLean(what: string, value?: unknown): OLError {
  const own = value === undefined ? what : `${what} ${valueText(value)}`
  const text = `Expected the Learner of @ol/core for ${own} but received a learner of @ol/core/lean`
  return new OLError('OL_PART', text, { value: value ?? what })
}
