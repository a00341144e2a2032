import { ownBatch } from '@ol/reader'
import { type Batch, batchPart } from '@ol/spec'
import { linesIn } from '../http/line-splitter.js'
import type { Service } from '../service.js'
import { countRefusal } from '../service-counts.js'
import type { Accepted } from '../store/record.js'

/**
 * Answers whole lines of VW text, in their order: a line with a label is learned, any other predicted; an empty one has no answer. The
 * text comes at once where nothing is learned.
 */
export function answersToLines(service: Service, whole: Buffer): string | Promise<string> {
  const { batch, bad } = service.model.lines(whole)
  const faults = bad.map(({ line, code, message }) => ({ line, text: `error ${code} ${message}` }))
  for (const fault of bad) countRefusal(service.counts, fault)
  const texts: string[] = new Array(batch.size)
  if (batch.labels.every(Number.isNaN)) {
    if (batch.size > 0) predict(service, batch, 0, batch.size, texts)
    return inOrder(batch, texts, faults)
  }
  return learnRuns(service, ownBatch(batch), [...linesIn(whole)], texts).then(() =>
    inOrder(batch, texts, faults),
  )
}

function predict(service: Service, batch: Batch, from: number, to: number, texts: string[]): void {
  const answers = service.predictBatch(batchPart(batch, from, to))
  for (let e = from; e < to; e++) texts[e] = tagged(batch, e, answers.line(e - from))
}

/** Learns and predicts as the lines come: what is predicted after an example is learned knows it. */
async function learnRuns(
  service: Service,
  batch: Batch,
  lines: readonly Buffer[],
  texts: string[],
): Promise<void> {
  const lineOf = batch.lines as Float64Array
  for (let from = 0; from < batch.size; ) {
    const learns = !Number.isNaN(batch.labels[from])
    let to = from + 1
    while (to < batch.size && !Number.isNaN(batch.labels[to]) === learns) to++
    if (learns) {
      const time = Date.now()
      const records = Array.from({ length: to - from }, (_, k): Accepted => {
        return { kind: 'vw', time, text: lines[lineOf[from + k] - 1] }
      })
      const answers = await service.learnBatch(batchPart(batch, from, to), records).catch(String)
      for (let e = from; e < to; e++)
        texts[e] = tagged(batch, e, typeof answers === 'string' ? `error ${answers}` : answers.line(e - from))
    } else predict(service, batch, from, to, texts)
    from = to
  }
}

function tagged({ tags }: Batch, e: number, text: string): string {
  const tag = tags?.[e]
  return tag === undefined ? text : `${text} ${tag}`
}

/** Returns the answers and the faults as lines, in the order of what they answer. */
function inOrder(
  { size, lines }: Batch,
  texts: readonly string[],
  faults: readonly { readonly line: number; readonly text: string }[],
): string {
  if (faults.length === 0) return size === 0 ? '' : `${texts.join('\n')}\n`
  const all: string[] = []
  let k = 0
  for (let e = 0; e < size; e++) {
    const line = (lines as Float64Array)[e]
    while (k < faults.length && faults[k].line < line) all.push(faults[k++].text)
    all.push(texts[e])
  }
  for (; k < faults.length; k++) all.push(faults[k].text)
  return `${all.join('\n')}\n`
}
