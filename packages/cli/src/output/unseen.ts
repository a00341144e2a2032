import type { ValidationReport } from '@ol/core'

/** Says on standard error which classes no example had: the labels and K may not be what was meant. */
export function sayUnseen({
  classes,
  confusion,
  labelled,
}: {
  readonly classes: ValidationReport['classes'] | undefined
  readonly confusion: ValidationReport['confusion'] | undefined
  readonly labelled: number
}): void {
  if (classes === undefined || confusion === undefined || labelled === 0) return
  const K = classes.length
  const seen = (_: unknown, k: number) => confusion.subarray(k * K, (k + 1) * K).some((weight) => weight > 0)
  const unseen = classes
    .map((label, k) => (label === '' ? `number ${k + 1}` : label))
    .filter((_, k) => !seen(_, k))
  if (unseen.length === 0) return
  const shown = unseen.slice(0, 8).join(', ') + (unseen.length > 8 ? ', ...' : '')
  process.stderr.write(
    `ol-cli: warning: of ${K} classes ${unseen.length} ${unseen.length === 1 ? 'was' : 'were'} never seen: ${shown}\n`,
  )
}
