import type { Notice } from '@ol/pipeline'
import { plain } from './plain.js'

/** Says on standard error what is worth knowing of a run. */
export function sayNotice(notice: Notice): void {
  process.stderr.write(`ol-cli: ${plain(noticeText(notice))}\n`)
}

function noticeText(notice: Notice): string {
  switch (notice.kind) {
    case 'cache-regenerated':
      return `${notice.cache} is regenerated: ${notice.reason}`
    case 'learner':
      return `warning: ${notice.text}`
    case 'no-labels':
      return 'no example has a label: nothing was learned'
    case 'unseen-classes':
      return unseenText(notice.unseen, notice.classes)
  }
}

/** The labels and the number of classes may not be what was meant. */
function unseenText(unseen: readonly string[], classes: number): string {
  const shown = unseen.slice(0, 8).join(', ') + (unseen.length > 8 ? ', ...' : '')
  return `warning: of ${classes} classes ${unseen.length} ${unseen.length === 1 ? 'was' : 'were'} never seen: ${shown}`
}

/** Notices that are about the labels of a whole run: they stand behind its bad lines. */
export function isAboutLabels({ kind }: Notice): boolean {
  return kind === 'no-labels' || kind === 'unseen-classes'
}
