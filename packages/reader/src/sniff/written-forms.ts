import type { TableNotice } from '../table-report.js'
import { isMomentText } from './cell-text.js'
import { ifNearlyAll } from './column-type.js'
import { markedNumber } from './marked-number.js'

/** A form of cells that are read as strings or numbers but carry more information. */
interface WrittenForm {
  readonly why: TableNotice['why']
  readonly holds: string
  readonly advice: string
  /** whether the option `dates` with the value `off` requests strings */
  readonly dates: boolean
  /** whether the cells are numbers; absent: strings */
  readonly numbers?: boolean
  /** returns the first cell of a column of this form; undefined: it is another column */
  readonly find: (cells: readonly string[]) => string | undefined
}

const months = 'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?'
const month = `(?:${months}|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?`
const [day, year, gap] = ['\\d{1,2}(?:st|nd|rd|th)?', '(?:\\d{4}|\\d{2})', '(?:, ?|[ \\-/.])']
const orders = [
  [month, day, year].join(gap),
  [day, month, year].join(gap),
  ['\\d{4}', month, day].join(gap),
  `\\d{2}${month}\\d{4}`,
]
/** A date whose month is a name; a weekday may precede it, and a time may follow. */
const namedMonth = new RegExp(`^(?:[a-z]{3,9},? )?(?:${orders.join('|')})(?:[ T]\\d{1,2}:\\d.*)?$`, 'i')

/** A month, a quarter or a week of a year, as in 2017-01, 2017Q1 and 2017-W05. */
const period = /^[12]\d{3}(?:[-/](?:0[1-9]|1[0-2])|[- ]?Q[1-4]|-?W(?:0[1-9]|[1-4]\d|5[0-3]))$/i
/** A date of ISO 8601, and a time of day after it. */
const isoDate = /^[12]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:[T ]\d\d:\d.*)?$/
/** A date without separators, as in 20001231. */
const compactDate = /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/
/** A duration of ISO 8601, as in P1DT2H and PT30S. */
const duration = /^[-+]?P(?=\w)(?:\d[\d.]*[YMWD])*(?:T(?:\d[\d.]*[HMS])+)?$/
const decimal = '[+\\-\u2212]?\\d+\\.\\d+'
/** Two numbers with decimals, such as a latitude and a longitude. */
const pair = new RegExp(`^[(\\[]?${decimal}(?: ?[,;] ?| )${decimal}[)\\]]?$`)
/** A number without leading zeros, which codes have. */
const plainNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/

const forms: readonly WrittenForm[] = [
  {
    why: 'named-months',
    holds: 'dates with names of months',
    advice: 'write them as 2000-12-31 to get days, months and weekdays',
    dates: true,
    find: (cells) => firstOf(cells, namedMonth, 1),
  },
  {
    why: 'periods',
    holds: 'months, quarters or weeks',
    advice: 'write their first days, such as 2000-12-01, to get their order',
    dates: true,
    find: (cells) => firstOf(cells, period),
  },
  {
    why: 'durations',
    holds: 'durations',
    advice: 'write them as numbers, such as seconds, to get their values',
    dates: true,
    find: (cells) => firstOf(cells, duration),
  },
  {
    why: 'pairs',
    holds: 'two numbers in a cell',
    advice: 'write each in its own column to get their values',
    dates: false,
    find: (cells) => firstOf(cells, pair),
  },
  {
    // only files with types of their own have such columns
    why: 'numbers-as-strings',
    holds: 'numbers stored as strings',
    advice: 'give --numeric to have their values',
    dates: false,
    find: (cells) => firstOf(cells, plainNumber),
  },
  {
    // as above, or if missing values are absent
    why: 'dates-as-strings',
    holds: 'dates stored as strings',
    advice: 'give --date to have days, months and weekdays',
    dates: true,
    find: (cells) => {
      const found = firstOf(cells, isoDate)
      const isDate = (text: string): boolean => !isoDate.test(text) || isMomentText(text, 'ymd')
      return found !== undefined && cells.every(isDate) ? found : undefined
    },
  },
  {
    why: 'dates-as-numbers',
    holds: 'dates without separators',
    advice: 'write them as 2000-12-31 to get days, months and weekdays',
    dates: true,
    numbers: true,
    find: (cells) => firstOf(cells, compactDate),
  },
  {
    why: 'marked-numbers',
    holds: 'numbers with a unit or in accounting notation',
    advice: 'write them as plain numbers, such as -12.5, to get their values',
    dates: false,
    find: markedNumber,
  },
]

/** From this number of distinct cells on, a column loses information as strings; with fewer, categories are good. */
const leastDistinct = 20

/** Returns the notice about information that a column loses as strings, or as numbers; undefined: there is none. */
export function writtenForm(
  cells: readonly string[],
  numbers: boolean,
  dates: string | undefined,
): Pick<TableNotice, 'why' | 'text'> | undefined {
  for (const { why, holds, advice, dates: ofDates, numbers: ofNumbers = false, find } of forms) {
    if (ofNumbers !== numbers) continue
    const found = ofDates && dates === 'off' ? undefined : find(cells)
    if (found === undefined) continue
    return {
      why,
      text: `holds ${holds}, such as ${JSON.stringify(found)}, and is read as ${numbers ? 'numbers' : 'strings'}: ${advice}`,
    }
  }
  return undefined
}

/** Returns the first cell of a form that nearly all cells have, if many are distinct. */
function firstOf(cells: readonly string[], form: RegExp, least = leastDistinct): string | undefined {
  const found = ifNearlyAll(cells, (text) => text.length <= 64 && form.test(text))
  return least === 1 || new Set(found).size >= least ? found[0] : undefined
}
