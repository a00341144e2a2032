import { type LinesRead, ownBatch } from '@ol/reader'
import { type Batch, batchPart, type OLError } from '@ol/spec'
import { linesIn } from '../http/line-splitter.js'
import { olError } from '../model/example.js'
import type { Service } from '../service.js'
import { countRefusal } from '../service-counts.js'
import type { Accepted } from '../store/record.js'
import { linesOf } from '../store/replay.js'

/** An answer to a line that is bad, by the number of the line. */
interface Fault {
  readonly line: number
  readonly text: string
}

/**
 * Answers complete lines of VW text, in order: a line with a label is learned, any other predicted; an empty line has
 * no answer. The text is returned at once if nothing is learned.
 */
export function answersToLines(service: Service, whole: Buffer): string | Promise<string> {
  const { batch, bad } = service.model.lines(whole)
  if (batch.labels.every(Number.isNaN)) {
    const texts: string[] = new Array(batch.size)
    if (batch.size > 0) predict(service, batch, 0, batch.size, texts)
    return inOrder(batch, batch.size, texts, faultsOf(service, bad))
  }
  return learnRuns(service, ownBatch(batch), [...linesIn(whole)], bad)
}

/** Returns the answers to bad lines, and counts them. */
function faultsOf(service: Service, bad: LinesRead['bad']): readonly Fault[] {
  return bad.map(({ line, code, message }) => ({ line, text: refused(service, { code, message }) }))
}

/** Returns the answer to a refused line, and counts it. */
export function refused(service: Service, error: Pick<OLError, 'code' | 'message'>): string {
  countRefusal(service.counts, error)
  return `error ${error.code} ${error.message}`
}

function predict(service: Service, batch: Batch, from: number, to: number, texts: string[]): void {
  const answers = service.predictBatch(batchPart(batch, from, to))
  for (let e = from; e < to; e++) texts[e] = tagged(batch, e, answers.line(e - from))
}

/** Learns and predicts in the order of the lines: a prediction after a learned example includes it. */
async function learnRuns(
  service: Service,
  batch: Batch,
  lines: readonly Buffer[],
  bad: LinesRead['bad'],
): Promise<string> {
  const { model } = service
  const lineOf = batch.lines as Float64Array
  const texts: string[] = []
  for (let from = 0; from < batch.size; ) {
    if (service.model !== model) {
      // another model reads the remaining lines in its own way
      const before = lineOf[from] - 1
      const faults = faultsOf(
        service,
        bad.filter(({ line }) => line <= before),
      )
      const rest = Buffer.from(linesOf(lines.slice(before).map((text) => ({ text }))))
      return inOrder(batch, from, texts, faults) + (await answersToLines(service, rest))
    }
    const learns = !Number.isNaN(batch.labels[from])
    let to = from + 1
    while (to < batch.size && !Number.isNaN(batch.labels[to]) === learns) to++
    if (learns) await learn(service, batch, from, to, lines, texts)
    else predict(service, batch, from, to, texts)
    from = to
  }
  return inOrder(batch, batch.size, texts, faultsOf(service, bad))
}

async function learn(
  service: Service,
  batch: Batch,
  from: number,
  to: number,
  lines: readonly Buffer[],
  texts: string[],
): Promise<void> {
  const time = Date.now()
  const lineOf = batch.lines as Float64Array
  const records = Array.from({ length: to - from }, (_, k): Accepted => {
    return { kind: 'vw', time, text: lines[lineOf[from + k] - 1] }
  })
  try {
    const answers = await service.learnBatch(batchPart(batch, from, to), records)
    for (let e = from; e < to; e++) texts[e] = tagged(batch, e, answers.line(e - from))
  } catch (error) {
    const known = olError(error)
    for (let e = from; e < to; e++) texts[e] = tagged(batch, e, refused(service, known))
  }
}

function tagged({ tags }: Batch, e: number, text: string): string {
  const tag = tags?.[e]
  return tag === undefined ? text : `${text} ${tag}`
}

/** Returns the answers to the first `count` examples and the faults as lines, in the order of what they answer. */
function inOrder(
  { lines }: Batch,
  count: number,
  texts: readonly string[],
  faults: readonly Fault[],
): string {
  if (faults.length === 0) return count === 0 ? '' : `${texts.join('\n')}\n`
  const all: string[] = []
  let k = 0
  for (let e = 0; e < count; e++) {
    const line = (lines as Float64Array)[e]
    while (k < faults.length && faults[k].line < line) all.push(faults[k++].text)
    all.push(texts[e])
  }
  for (; k < faults.length; k++) all.push(faults[k].text)
  return `${all.join('\n')}\n`
}
