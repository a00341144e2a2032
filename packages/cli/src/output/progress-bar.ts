import { statSync } from 'node:fs'
import type { Schedule } from '@ol/core'
import type { ProgressRow } from '@ol/pipeline'
import { countText, figureText } from '@ol/pipeline/internal'
import { bytesRead } from '@ol/platform'
import { plain } from './plain.js'
import { bytesText, columnsOf, durationText, StatusLine } from './time.js'

interface BarOptions {
  readonly inputs: readonly string[]
  readonly json?: boolean | undefined
  readonly quiet?: boolean | undefined
  /** the most examples to read; undefined: all */
  readonly examples?: number | undefined
  /** the passes over the input; undefined: nobody knows how many there will be */
  readonly passes?: number | undefined
  /** results go to the terminal, too, where a bar would be in their way */
  readonly printing?: boolean | undefined
  /** whether a run that is not on a terminal says now and then how far it is */
  readonly plainLines?: boolean
}

/** How often a run says how many rows it has learned from, where only a bar shows it. */
export const liveSchedule: Schedule = { every: 1000 }

const cells = 24
/** Milliseconds before it is shown: short work needs none. */
const patience = 1000
/** Seconds before the first line where stderr is no terminal; each further one takes twice as long. */
const firstLine = 10

/**
 * A line on stderr for long work: how much of the input has been read, how quickly, how long the rest will take, and the loss so far.
 * On a terminal it is redrawn, elsewhere (a log) it is printed after 10, 20, 40, ... seconds. The first pass counts the
 * bytes of the files (of Parquet in proportion to the rows that were passed on), or the examples if only some are read.
 * Later passes, which may read a cache, count the time of the pass before.
 */
export class ProgressBar {
  readonly #status: StatusLine = new StatusLine(false)
  readonly #passes: number | undefined
  readonly #bytes: number | undefined
  readonly #examples: number | undefined
  readonly #timer: ReturnType<typeof setInterval> | undefined
  readonly #began: number = performance.now()
  #passBegan: number = this.#began
  #readBefore: number = bytesRead()
  #lastPass = 0
  #done = 0
  #row: ProgressRow | undefined
  #nextLine = firstLine

  constructor({
    inputs,
    json,
    quiet,
    examples,
    passes = 1,
    printing = false,
    plainLines = false,
  }: BarOptions) {
    this.#passes = passes
    this.#bytes = sizeOf(inputs)
    this.#examples = examples
    if (json === true || quiet === true || (printing && process.stdout.isTTY === true)) return
    if (process.stderr.isTTY === true) this.#timer = setInterval(() => this.#show(), 200).unref()
    else if (plainLines) this.#timer = setInterval(() => this.#printLine(), 1000).unref()
  }

  /** Takes the state of a run, to be shown from now on. */
  readonly row = (row: ProgressRow): void => {
    this.#row = row
  }

  /** Begins the next pass. */
  pass(): void {
    const now = performance.now()
    this.#lastPass = now - this.#passBegan
    this.#passBegan = now
    this.#readBefore = bytesRead()
    this.#done++
  }

  /** Returns what is to be called after each pass: `then`, if there is one, as well. */
  after<E>(then: ((event: E) => Promise<void>) | undefined): (event: E) => Promise<void> {
    return async (event) => {
      await then?.(event)
      this.pass()
    }
  }

  /** Prints a line on stderr in its place. */
  print(line: string): void {
    this.#status.clear()
    process.stderr.write(`${plain(line)}\n`)
  }

  /** Ends the bar, and leaves nothing of it. */
  end(): void {
    clearInterval(this.#timer)
    this.#status.clear()
  }

  #show(): void {
    if (performance.now() - this.#began >= patience)
      this.#status.show(barText({ ...this.#facts(), columns: columnsOf() }))
  }

  #printLine(): void {
    const facts = this.#facts()
    if (facts.seconds < this.#nextLine) return
    while (this.#nextLine <= facts.seconds) this.#nextLine *= 2
    process.stderr.write(`${plain(lineText(facts).trimStart())}\n`)
  }

  #facts(): LineFacts {
    const now = performance.now()
    const seconds = (now - this.#began) / 1000
    const read = bytesRead() - this.#readBefore
    const row = this.#row
    return {
      share: this.#share(read, now),
      rate:
        row === undefined
          ? `${bytesText(Math.round((read / (now - this.#passBegan)) * 1000))}/s`
          : `${countText(Math.round(row.examples / seconds))} rows/s`,
      seconds,
      pass: this.#passes === 1 ? undefined : this.#done + 1,
      loss: row && lossText(row),
    }
  }

  #share(read: number, now: number): number | undefined {
    const passes = this.#passes ?? 1
    const within = this.#lastPass > 0 ? (now - this.#passBegan) / this.#lastPass : this.#ofFiles(read)
    if (within === undefined) return undefined
    return Math.min(0.99, (Math.min(this.#done, passes - 1) + Math.min(within, 0.99)) / passes)
  }

  #ofFiles(read: number): number | undefined {
    const ofBytes = this.#bytes === undefined ? undefined : read / this.#bytes
    if (this.#examples === undefined || this.#row === undefined) return ofBytes
    return Math.max(ofBytes ?? 0, this.#row.examples / this.#examples)
  }
}

interface LineFacts {
  /** undefined: unknown, as of standard input */
  readonly share: number | undefined
  /** rows a second, or bytes where rows are not counted */
  readonly rate: string
  readonly seconds: number
  readonly pass: number | undefined
  /** the main figure so far, with its name */
  readonly loss: string | undefined
}

interface BarFacts extends LineFacts {
  readonly columns: number
}

function lossText({ figure, averageLoss }: ProgressRow): string {
  return figure === undefined
    ? `loss ${figureText(averageLoss)}`
    : `${figure.name} ${figureText(figure.overall)}`
}

/** Returns the line of a bar; on a narrow terminal first the bar, then rate and loss are left out. */
export function barText(facts: BarFacts): string {
  const { share, columns } = facts
  const line = lineText(facts)
  if (share === undefined) return line
  const full = Math.round(share * cells)
  const bar = `${'█'.repeat(full)}${'░'.repeat(cells - full)} `
  const shorter = [`${bar}${line}`, line, lineText({ ...facts, rate: undefined })]
  return (
    shorter.find((text) => text.length < columns) ?? lineText({ ...facts, rate: undefined, loss: undefined })
  )
}

/** Returns how far a run is: ` 50%, 12,300 rows/s, 1:30 left, log loss 0.2812`. */
function lineText({
  share,
  rate,
  seconds,
  pass,
  loss,
}: Omit<LineFacts, 'rate'> & { readonly rate: string | undefined }): string {
  const parts = [
    share === undefined ? undefined : `${String(Math.floor(share * 100)).padStart(3)}%`,
    pass === undefined ? undefined : `pass ${pass}`,
    rate,
    share === undefined
      ? durationText(seconds)
      : share > 0
        ? `${durationText((seconds * (1 - share)) / share)} left`
        : undefined,
    loss,
  ]
  return parts.filter((part) => part !== undefined).join(', ')
}

/** Returns the bytes of files in all; undefined where one is a pipe, a device or missing. */
function sizeOf(inputs: readonly string[]): number | undefined {
  let total = 0
  for (const path of inputs) {
    const found = path === '-' ? undefined : statSync(path, { throwIfNoEntry: false })
    if (found?.isFile() !== true) return undefined
    total += found.size
  }
  return total > 0 ? total : undefined
}
