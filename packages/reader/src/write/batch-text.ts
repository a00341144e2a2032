import {
  type Batch,
  batchShape,
  checkShape,
  constantIndex,
  invalid,
  type LineFormat,
  OLError,
} from '@ol/spec'
import { indicatorOf, missingNumbers } from './missing-numbers.js'

/**
 * Returns a batch as text: features are named by their hashed index, which every format reads back unchanged, and each
 * number has the fewest digits that round-trip. It leaves out the constant, if the batch has it. A missing number is null in JSON Lines,
 * which stands for its indicator, too; VW text and svmlight have the indicator alone.
 *
 * @throws OLError OL_PARAMETER for what the format cannot express
 */
export function batchText(batch: Batch, format: LineFormat, constant: boolean): string {
  checkShape('batch', batch, batchShape)
  if (!Object.hasOwn(writers, format as PropertyKey))
    throw invalid('OL_PARAMETER', 'format of batchText', `one of ${Object.keys(writers).join(', ')}`, format)
  let text = ''
  for (let e = 0; e < batch.size; e++) text += `${writers[format](batch, e, constant)}\n`
  return text
}

function noPlace(format: string, what: string, value: unknown): OLError {
  return new OLError('OL_PARAMETER', `${format} text cannot express ${what}`, { value })
}

/** Yields index and value of the features of an example. */
export function* features(batch: Batch, e: number, constant: boolean): Generator<[number, number]> {
  let end = batch.offsets[e + 1]
  const start = batch.offsets[e]
  // after the constant there are only products of features
  let skip = -1
  if (constant) {
    skip = end - 1
    while (skip >= start && !(batch.indices[skip] === constantIndex && batch.values[skip] === 1)) skip--
    if (skip === end - 1) end--
  }
  for (let i = start; i < end; i++) if (i !== skip) yield [batch.indices[i], batch.values[i]]
}

/** Yields those that are not missing. */
function* known(batch: Batch, e: number, constant: boolean): Generator<[number, number]> {
  for (const feature of features(batch, e, constant)) if (!Number.isNaN(feature[1])) yield feature
}

const writers: Record<LineFormat, (batch: Batch, e: number, constant: boolean) => string> = {
  vw(batch, e, constant) {
    const label = batch.labels[e]
    const weight = batch.weights?.[e] ?? 1
    const initial = batch.initial?.[e] ?? 0
    const tag = batch.tags?.[e]
    if (Number.isNaN(label) && (weight !== 1 || initial !== 0))
      throw noPlace('VW', 'the weight or initial prediction of an example without a label', weight)
    if (tag !== undefined && (tag === '' || /[\s|]/.test(tag)))
      throw noPlace('VW', 'a tag with white space or a bar', tag)
    let line = Number.isNaN(label) ? '' : `${formatNumber(label)} `
    if (weight !== 1 || initial !== 0) line += `${formatNumber(weight)} `
    if (initial !== 0) line += `${formatNumber(initial)} `
    line += tag === undefined ? '|' : `'${tag}|`
    for (const [index, value] of known(batch, e, constant))
      line += value === 1 ? ` ${index}` : ` ${index}:${formatNumber(value)}`
    return line
  },
  svmlight(batch, e, constant) {
    const label = batch.labels[e]
    if (Number.isNaN(label)) throw noPlace('svmlight', 'an example without a label', label)
    if ((batch.weights?.[e] ?? 1) !== 1) throw noPlace('svmlight', 'example weights', batch.weights?.[e])
    if ((batch.initial?.[e] ?? 0) !== 0) throw noPlace('svmlight', 'initial predictions', batch.initial?.[e])
    if (batch.tags?.[e] !== undefined) throw noPlace('svmlight', 'tags', batch.tags[e])
    let line = formatNumber(label)
    for (const [index, value] of known(batch, e, constant)) line += ` ${index}:${formatNumber(value)}`
    return line
  },
  jsonl(batch, e, constant) {
    const members: string[] = []
    const label = batch.labels[e]
    if (!Number.isNaN(label)) members.push(`"label":${formatNumber(label)}`)
    const weight = batch.weights?.[e] ?? 1
    if (weight !== 1) members.push(`"weight":${formatNumber(weight)}`)
    const initial = batch.initial?.[e] ?? 0
    if (initial !== 0) members.push(`"initial":${formatNumber(initial)}`)
    const tag = batch.tags?.[e]
    if (tag !== undefined) members.push(`"tag":${JSON.stringify(tag)}`)
    const missing = missingNumbers(batch, e)
    const indicators = new Set([...missing].map(indicatorOf))
    let list = ''
    for (const [index, value] of features(batch, e, constant)) {
      const none = Number.isNaN(value)
      if (none ? !missing.has(index) : indicators.has(index)) continue
      list += `${list === '' ? '' : ','}"${index}":${none ? 'null' : formatNumber(value)}`
    }
    members.push(`"features":{${list}}`)
    return `{${members.join()}}`
  },
}

/** Returns the shortest text of a number that every format reads back to the same bits. */
export function formatNumber(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value)
}
