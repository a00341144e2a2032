import type { BaselineTry, Notice } from '@ol/pipeline'
import { flagName, valueText } from '@ol/spec'
import { oneLine } from './plain.js'
import { decimals } from './table.js'

/** Prints the notices of a run to standard error. */
export function printNotice(notice: Notice): void {
  process.stderr.write(`ol-cli: ${oneLine(noticeText(notice))}\n`)
}

function noticeText(notice: Notice): string {
  switch (notice.kind) {
    case 'cache-regenerated':
      return `${notice.cache} is regenerated: ${notice.reason}`
    case 'input-changed':
      return 'warning: the input changed between two passes, which read other examples'
    case 'learner':
      return `warning: ${notice.text}`
    case 'implied-rule':
      return `the rule is ${notice.rule}, one model, since auto does not take ${notice.options.map((name) => `--${flagName(name)}`).join(', ')}; --rule names another`
    case 'above-baseline':
      return `warning: the average loss ${decimals(notice.averageLoss, 6)} is above ${decimals(notice.baseline, 6)}, the loss of the baseline (the best constant prediction): try ${triesText(notice.tries)}`
    case 'ratings':
      return `the labels are the whole numbers 1 to ${notice.classes} and are learned as classes; if they are ratings or counts, --task regression learns them as numbers`
    case 'many-classes':
      return `the labels are ${notice.classes} classes so far, and each takes its share of time and memory; if they are not classes, ${notice.numbers ? 'learn numbers (--task regression), or ' : ''}name another label (--label); --task multiclass says that they are`
    case 'no-labels':
      return 'no example has a label: nothing was learned'
    case 'unseen-classes':
      return unseenText(notice.unseen, notice.classes)
    case 'label-outliers':
      return `${notice.count} ${notice.count === 1 ? 'label was' : 'labels were'} too far from those before to learn from (--outliers keep learns from all)`
    case 'ignored-values':
      return `${notice.count} ${notice.count === 1 ? 'value was' : 'values were'} not learned from: the model has ${notice.most} features, the most that --max-features allows`
    case 'unseen-features':
      return `none of the first ${notice.examples} examples has ${notice.unseen.join(', ')}, which options name`
    case 'unseen-namespaces':
      return `warning: no example has features in a namespace that starts with ${notice.unseen.map((name) => valueText(name)).join(' or ')}, which options name`
    case 'unseen-weights':
      return `warning: weights of classes that no label has (--class-weight): ${notice.unseen.join(', ')}`
  }
}

const tryFlags: Readonly<Record<BaselineTry, string>> = {
  learningRate: '--learning-rate auto',
  labelScale: '--label-scale spread',
  passes: '--passes 3',
}

function triesText(tries: readonly BaselineTry[]): string {
  const others = 'another --rule or --task'
  return tries.length === 0 ? others : `${tries.map((one) => tryFlags[one]).join(', ')}, or ${others}`
}

/** Returns a warning about classes that no example has: labels or number of classes may be wrong. */
function unseenText(unseen: readonly string[], classes: number): string {
  const shown = unseen.slice(0, 8).join(', ') + (unseen.length > 8 ? ', ...' : '')
  return `warning: of ${classes} classes ${unseen.length} ${unseen.length === 1 ? 'was' : 'were'} never seen: ${shown}`
}

/** Notices about labels and namespaces of a whole run, which are printed after its bad lines. */
export function isAboutLabels({ kind }: Notice): boolean {
  return [
    'no-labels',
    'above-baseline',
    'unseen-classes',
    'unseen-weights',
    'unseen-namespaces',
    'label-outliers',
    'ignored-values',
  ].includes(kind)
}
