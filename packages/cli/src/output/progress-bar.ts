import { statSync } from 'node:fs'
import { bytesRead } from '@ol/platform'
import { plain } from './plain.js'
import { bytesText, columnsOf, durationText, StatusLine } from './time.js'

interface BarOptions {
  readonly inputs: readonly string[]
  readonly json?: boolean | undefined
  readonly quiet?: boolean | undefined
  /** of passes over the input; undefined: nobody knows how many there will be */
  readonly passes?: number | undefined
  /** results go to the terminal, too, where a bar would be in their way */
  readonly printing?: boolean | undefined
}

const cells = 24
/** Milliseconds before it is shown: short work needs none. */
const patience = 1000

/**
 * A bar on stderr for long work: how much of the input has been read, how quickly, and how long the rest will take. It is shown
 * on a terminal only, without colours. The first pass goes by the bytes of the files, later ones, which may read a cache, by the
 * time of the pass before.
 */
export class ProgressBar {
  readonly #status: StatusLine = new StatusLine(false)
  readonly #passes: number | undefined
  readonly #bytes: number | undefined
  readonly #timer: ReturnType<typeof setInterval> | undefined
  readonly #began: number = performance.now()
  #passBegan: number = this.#began
  #readBefore: number = bytesRead()
  #lastPass = 0
  #done = 0

  constructor({ inputs, json, quiet, passes = 1, printing = false }: BarOptions) {
    this.#passes = passes
    this.#bytes = sizeOf(inputs)
    const silent = json === true || quiet === true || process.stderr.isTTY !== true
    if (silent || (printing && process.stdout.isTTY === true)) return
    this.#timer = setInterval(() => this.#show(), 200).unref()
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
    const now = performance.now()
    const seconds = (now - this.#began) / 1000
    if (seconds * 1000 < patience) return
    const read = bytesRead() - this.#readBefore
    this.#status.show(
      barText({
        share: this.#share(read, now),
        rate: (read / (now - this.#passBegan)) * 1000,
        seconds,
        pass: this.#passes === 1 ? undefined : this.#done + 1,
        columns: columnsOf(),
      }),
    )
  }

  #share(read: number, now: number): number | undefined {
    const passes = this.#passes ?? 1
    const within = this.#lastPass > 0 ? (now - this.#passBegan) / this.#lastPass : this.#ofFiles(read)
    if (within === undefined) return undefined
    return Math.min(0.99, (Math.min(this.#done, passes - 1) + Math.min(within, 0.99)) / passes)
  }

  #ofFiles(read: number): number | undefined {
    return this.#bytes === undefined ? undefined : read / this.#bytes
  }
}

interface BarFacts {
  /** undefined: unknown, as of standard input */
  readonly share: number | undefined
  /** bytes a second */
  readonly rate: number
  readonly seconds: number
  readonly pass: number | undefined
  readonly columns: number
}

/** Returns the line of a bar; where the terminal is narrow the bar itself is left out. */
export function barText({ share, rate, seconds, pass, columns }: BarFacts): string {
  const which = pass === undefined ? '' : `pass ${pass}, `
  const speed = `${which}${bytesText(Math.round(rate))}/s`
  if (share === undefined) return `${speed}, ${durationText(seconds)}`
  const full = Math.round(share * cells)
  const left = share > 0 ? `, ${durationText((seconds * (1 - share)) / share)} left` : ''
  const facts = `${String(Math.floor(share * 100)).padStart(3)}%, ${speed}${left}`
  const bar = `${'█'.repeat(full)}${'░'.repeat(cells - full)} `
  return columns > cells + facts.length + 1 ? `${bar}${facts}` : facts
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
