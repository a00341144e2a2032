/** Seconds as `45 s`, `3:05` or `1:03:05`. */
export function durationText(seconds: number): string {
  const whole = Math.round(seconds)
  if (whole < 60) return `${whole} s`
  const two = (n: number): string => String(n).padStart(2, '0')
  const minutes = Math.floor(whole / 60)
  if (minutes < 60) return `${minutes}:${two(whole % 60)}`
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(whole % 60)}`
}

/** `4.3 MB` */
export function bytesText(bytes: number): string {
  if (bytes < 1e3) return `${bytes} B`
  if (bytes < 1e6) return `${(bytes / 1e3).toFixed(1)} kB`
  if (bytes < 1e9) return `${(bytes / 1e6).toFixed(1)} MB`
  return `${(bytes / 1e9).toFixed(2)} GB`
}

/** Returns the width of the terminal; some say 0 where they do not know it. */
export function columnsOf(): number {
  return process.stderr.columns || 80
}

/**
 * A status line on stderr: overwritten on a terminal, otherwise a new line at most every `seconds`.
 */
export class StatusLine {
  readonly #quiet: boolean
  readonly #seconds: number
  #last = Number.NEGATIVE_INFINITY
  #shown = 0

  constructor(quiet: boolean, seconds = 15) {
    this.#quiet = quiet
    this.#seconds = seconds
  }

  show(text: string): void {
    if (this.#quiet) return
    const terminal = process.stderr.isTTY === true
    const now = performance.now() / 1000
    if (now - this.#last < (terminal ? 0.1 : this.#seconds)) return
    this.#last = now
    if (!terminal) {
      process.stderr.write(`${text}\n`)
      return
    }
    const line = text.slice(0, columnsOf() - 1)
    process.stderr.write(`\r${line.padEnd(this.#shown)}`)
    this.#shown = line.length
  }

  /** Clears the line, so that something else can be printed. */
  clear(): void {
    if (this.#shown > 0) process.stderr.write(`\r${' '.repeat(this.#shown)}\r`)
    this.#shown = 0
  }
}
