import { type Batch, faults, isNewClass, lineFaults, OLError, type Schema } from '@ol/spec'
import type { BadLine } from '../read-report.js'

/** How to read the labels of a cache that has them as they were written. */
export interface LabelDecision {
  readonly schema: Schema
  /** returns the message about a label that contradicts it */
  readonly contradiction: (schema: Schema, label: string) => string
  /** the effect of a label that contradicts it: an error, a skipped line, or a missing label */
  readonly otherwise: 'error' | 'skip' | 'missing'
}

/** An example whose label makes its line a bad one. */
export interface BadExample {
  readonly example: number
  readonly bad: BadLine
}

/** Turns the labels of a cache, numbers or names of classes, into the numbers that a decision gives them. */
export class DecidedLabels {
  readonly #decision: LabelDecision
  readonly #file: string | undefined
  /** by the name of a class: its number */
  readonly #numbers = new Map<string, number>()
  readonly #names: string[]
  readonly #grows: boolean

  /** `classes`: those that the reader knows so far */
  constructor(decision: LabelDecision, classes: Schema['classes'], file: string | undefined) {
    this.#decision = decision
    this.#file = file
    this.#names = [...(classes?.names ?? [])]
    for (const [k, name] of this.#names.entries()) this.#numbers.set(name, k + 1)
    this.#grows = classes?.names != null && (classes.grows === true || this.#names.length < classes.count)
  }

  /** the names of the classes so far */
  get names(): readonly string[] {
    return this.#names
  }

  /**
   * Rewrites the labels of a batch; returns the examples to skip, ascending. `written`: the names of classes of the cache;
   * undefined: its labels are numbers.
   */
  rewrite({ labels, lines }: Batch, written: readonly string[] | undefined): readonly BadExample[] {
    const { otherwise } = this.#decision
    const bad: BadExample[] = []
    for (let e = 0; e < labels.length; e++) {
      const y = labels[e]
      if (y !== y) continue
      const text = written === undefined ? String(y + 0) : written[y - 1]
      const number = this.#numberOf(text)
      if (number === undefined && otherwise === 'error') throw this.#contradiction(text, lines?.[e])
      if (number === undefined && otherwise === 'skip')
        bad.push({ example: e, bad: this.#badLine(text, lines?.[e] ?? 0) })
      labels[e] = number ?? Number.NaN
    }
    return bad
  }

  /** Returns the number of a label; undefined: it contradicts the decision. */
  #numberOf(text: string): number | undefined {
    const { labels, labelTexts, classes } = this.#decision.schema
    const number = Number(text)
    if (labels === 'class') {
      if (classes?.names == null)
        return Number.isInteger(number) && number >= 1 && number <= (classes?.count ?? 0) ? number : undefined
      return this.#numbers.get(text) ?? this.#added(text)
    }
    if (labels === 'sign') {
      if (labelTexts === null) return number === 0 || number === -1 ? -1 : number === 1 ? 1 : undefined
      const place = labelTexts.findIndex((one) => one === text || Number(one) === number)
      return place < 0 ? undefined : 2 * place - 1
    }
    return number === number && (labels !== 'count' || number >= 0) ? number : undefined
  }

  /** Adds a class that the decision allows, and returns its number. */
  #added(text: string): number | undefined {
    const { classes } = this.#decision.schema
    const fits = this.#grows && this.#names.length < (classes?.count ?? 0)
    if (!fits || (classes?.grows === true && !isNewClass(this.#names, text))) return undefined
    this.#names.push(text)
    this.#numbers.set(text, this.#names.length)
    return this.#names.length
  }

  /** Returns the bad line that a label makes; the cache does not know its column. */
  #badLine(text: string, line: number): BadLine {
    const { labels, labelTexts } = this.#decision.schema
    const ofSign = labelTexts === null ? faults.labelSign : faults.labelClass
    const fault = labels === 'sign' ? ofSign : labels === 'class' ? faults.labelClass : faults.labelCount
    const { code, description } = lineFaults[fault]
    return { file: this.#file, line, column: 1, code, message: `${description}: ${text}`, excerpt: text }
  }

  #contradiction(text: string, line: number | undefined): OLError {
    const { schema, contradiction } = this.#decision
    const names = this.#names.length === 0 ? {} : { names: this.#names }
    const { classes } = schema
    const known = classes === undefined ? schema : { ...schema, classes: { ...classes, ...names } }
    return new OLError('OL_LABEL', contradiction(known, text), {
      ...(this.#file === undefined ? {} : { file: this.#file }),
      ...(line === undefined ? {} : { line }),
      value: text,
    })
  }
}
