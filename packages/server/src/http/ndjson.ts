import { Readable } from 'node:stream'
import { sentJsonOf } from '../model/example.js'
import type { Values } from './example-requests.js'
import { LineSplitter, linesIn } from './line-splitter.js'

/** Answers several values, with one text for each. `sent`: the JSON text of each value, if each has its own */
export type AnswerEach = (
  values: Values,
  sent?: readonly Uint8Array[],
) => readonly string[] | Promise<readonly string[]>

/** Takes the place of a line that is not JSON. */
class NoJson {
  readonly error: unknown

  constructor(error: unknown) {
    this.error = error
  }
}

/**
 * Answers a stream of JSON Lines, a line for each line as it arrives; blank lines have no answer. It reads no more of
 * the stream than it answers, so that a client that reads slowly also sends slowly.
 *
 * @param refused returns the answer for a line that is not JSON
 */
export function answerLines(
  body: Readable,
  mostBytes: number,
  answer: AnswerEach,
  refused: (error: unknown) => string,
): Readable {
  return Readable.from(answersOfLines(body, mostBytes, answer, refused), { objectMode: false })
}

async function* answersOfLines(
  body: Readable,
  mostBytes: number,
  answer: AnswerEach,
  refused: (error: unknown) => string,
): AsyncGenerator<Buffer, void, void> {
  const splitter = new LineSplitter(mostBytes)
  try {
    // the next answer needs the connection that carries the rest of the body
    for await (const piece of body.iterator({ destroyOnReturn: false })) {
      const whole = splitter.push(piece as Buffer)
      if (whole.length > 0) yield* answered(whole, answer, refused)
    }
    const last = splitter.end()
    if (last.length > 0) yield* answered(last, answer, refused)
  } catch (error) {
    // the head of the answer has been sent, so the reason can only be its last line
    yield Buffer.from(`${refused(error)}\n`)
  }
}

async function* answered(
  whole: Buffer,
  answer: AnswerEach,
  refused: (error: unknown) => string,
): AsyncGenerator<Buffer, void, void> {
  const lines = [...linesIn(whole)].filter(({ length }) => length > 0)
  const values = lines.map(parsed)
  const isGood = (_: unknown, k: number): boolean => !(values[k] instanceof NoJson)
  const answers = await answer(values.filter(isGood), lines.filter(isGood))
  let k = 0
  const texts = values.map((value) => (value instanceof NoJson ? refused(value.error) : answers[k++]))
  if (texts.length > 0) yield Buffer.from(`${texts.join('\n')}\n`)
}

function parsed(line: Buffer): unknown {
  try {
    return sentJsonOf(line)
  } catch (error) {
    return new NoJson(error)
  }
}
