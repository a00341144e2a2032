import { join } from 'node:path'
import { signOfNumber } from '@ol/core/internal'
import type { PlainExample } from '@ol/pipeline'
import { isNumberText, OLError } from '@ol/spec'
import { ExampleLog, type Logged } from './example-log.js'
import type { Accepted } from './record.js'
import { exampleOfRecord, linesOf } from './replay.js'
import { Snapshots } from './snapshots.js'
import { isStore } from './store.js'

/** The examples of a store, for a training by any rule. */
export interface StoredExamples {
  /** objects, or bytes of lines of VW text, as they were accepted */
  readonly examples: AsyncIterable<PlainExample> | AsyncIterable<Uint8Array>
  readonly kind: Accepted['kind']
  /** the number of examples */
  readonly count: number
  close(): Promise<void>
}

/** The number of lines in one piece. */
const together = 1024

/**
 * Opens the examples of a store that no server uses.
 *
 * @param say receives messages about losses
 * @throws OLError OL_STORE if it is not a store, has no examples, or has both objects and lines
 */
export async function openStoredExamples(
  folder: string,
  say: (text: string) => void,
): Promise<StoredExamples> {
  if (!(await isStore(folder)))
    throw new OLError('OL_STORE', `Expected the store of a server but ${folder} is not one`, {
      value: folder,
    })
  const log = await ExampleLog.open(join(folder, 'log'), 'never', say)
  const logged = recordsOf(log.from(log.first), say)
  const first = await logged.next()
  if (first.done === true) {
    await log.close()
    throw new OLError('OL_STORE', `Expected examples in ${folder} but there are none`, { value: folder })
  }
  const { first: begin } = log
  if (begin > 1)
    say(`the log of ${folder} begins with example ${begin}: the ${begin - 1} before it were removed`)
  const { kind } = first.value
  const records = sameKind(first.value, logged, folder)
  const signs = await hasSigns(folder, say)
  return {
    kind,
    count: log.last - log.first + 1,
    examples: kind === 'json' ? objects(records, signs) : lines(records, signs),
    close: () => log.close(),
  }
}

async function* recordsOf(
  log: AsyncIterable<Logged>,
  say: (text: string) => void,
): AsyncGenerator<Accepted, void> {
  let lost = 0
  for await (const logged of log) {
    if ('lost' in logged) lost += logged.lost
    else yield logged.accepted
  }
  if (lost > 0) say(`${lost} examples of the log cannot be read`)
}

async function* sameKind(
  first: Accepted,
  others: AsyncIterable<Accepted>,
  folder: string,
): AsyncGenerator<Accepted, void> {
  yield first
  for await (const record of others) {
    if (record.kind !== first.kind)
      throw new OLError(
        'OL_STORE',
        `Expected examples of one form in ${folder} but it has objects and lines of VW text`,
      )
    yield record
  }
}

/** Returns whether the labels of a store's model are -1 and 1: requests may have written them as 0, false and true. */
async function hasSigns(folder: string, say: (text: string) => void): Promise<boolean> {
  const snapshots = await Snapshots.open(join(folder, 'snapshots'))
  if (snapshots.newest === undefined) return false
  const { task, labels } = (await snapshots.load(undefined, say)).model.terms
  return task === 'binary' && labels.join() === '-1,1'
}

/** `signs`: labels become the numbers that the model learned. */
async function* objects(
  records: AsyncIterable<Accepted>,
  signs: boolean,
): AsyncGenerator<PlainExample, void> {
  for await (const record of records) {
    const example = exampleOfRecord(record)
    yield signs ? { ...example, label: signOf(example.label) } : example
  }
}

function signOf(label: PlainExample['label']): PlainExample['label'] {
  return signOfNumber(typeof label === 'string' && isNumberText(label) ? Number(label) : label)
}

async function* lines(records: AsyncIterable<Accepted>, signs: boolean): AsyncGenerator<Uint8Array, void> {
  let piece: Pick<Accepted, 'text'>[] = []
  for await (const { text } of records) {
    piece.push({ text: signs ? withSign(text) : text })
    if (piece.length < together) continue
    yield linesOf(piece)
    piece = []
  }
  if (piece.length > 0) yield linesOf(piece)
}

/** Returns a line of VW text whose label is the number that the model learned. */
function withSign(line: Uint8Array): Uint8Array {
  const text = Buffer.from(line.buffer, line.byteOffset, line.byteLength).toString('latin1')
  // a token that touches a bar is a tag
  const label = /^[ \t]*([^ \t|']+)(?=[ \t])/.exec(text)?.[1]
  if (label === undefined || signOf(label) !== -1) return line
  return Buffer.from(text.replace(label, '-1'), 'latin1')
}
