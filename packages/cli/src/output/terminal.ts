import { styleText } from 'node:util'
import { columnsOf } from './time.js'

type Paint = (text: string) => string

/** How text on stderr looks: its width, and what is set apart. */
export interface Terminal {
  /** columns that lines are wrapped at */
  readonly width: number
  readonly heading: Paint
  readonly soft: Paint
  readonly warning: Paint
}

/** Lines that are read by eye are no longer, however wide the terminal. */
const widest = 100

/** Returns how text on stderr looks: with colours on a terminal alone, and not where NO_COLOR is set or TERM is dumb. */
export function terminal(): Terminal {
  const width = Math.min(widest, Math.max(20, columnsOf()))
  const coloured = process.stderr.isTTY === true && process.stderr.hasColors()
  const paint =
    (format: Parameters<typeof styleText>[0]): Paint =>
    (text) =>
      coloured ? styleText(format, text) : text
  return { width, heading: paint('bold'), soft: paint('dim'), warning: paint('yellow') }
}
