import { isWithin, OLError, ruleOf, type StateRange, stateRangeText } from '@ol/spec'
import { scalarRanges, sumsOf } from '../model/model-tensors.js'
import type { ModelPart } from './model-part.js'

/** Checks the numbers of a slice like those in a model file; throws OL_SLICE_FORMAT if one is out of its range. */
export function checkPart({ head, rows, shifts }: ModelPart): void {
  const { settings, counts, scalars, sums } = head
  const { lanes, bits } = settings
  const { lane, shared } = ruleOf(settings)
  const within = (range: StateRange): StateRange =>
    range.round === true ? { ...range, max: counts.examples + 1 } : range
  const check = (what: string, array: ArrayLike<number>, rangeAt: (i: number) => StateRange): void => {
    for (let i = 0; i < array.length; i++)
      if (!isWithin(within(rangeAt(i)), array[i]))
        throw outside(`number ${i} of ${what}`, rangeAt(i), array[i])
  }
  const most = bits === 'grow' ? 2 ** 53 : 2 ** bits
  for (let i = 0; i < rows.size; i++) {
    const before = i === 0 ? -1 : rows.places[i - 1]
    if (!(rows.places[i] > before && rows.places[i] < most))
      throw outside(`place ${i}`, { min: before + 1, max: most - 1, integer: true }, rows.places[i])
  }
  check('the lanes', rows.lane, (i) => lane[Math.floor(i / lanes) % lane.length].range)
  check('the shared states', rows.shared, (i) => {
    const { name, range } = shared[i % shared.length]
    // the place of a dense feature, in a merged slice after the model's place
    return name === 'next' ? { min: 0, max: 2 ** 53, integer: true } : range
  })
  if (shifts !== undefined) {
    const finite: StateRange = { min: -Number.MAX_VALUE, max: Number.MAX_VALUE }
    check('the means', shifts.values, () => finite)
    const places = new Set(rows.places)
    const wrong = shifts.places.findIndex(
      (place, i) => !(places.has(place) && !(place <= shifts.places[i - 1])),
    )
    if (wrong >= 0)
      throw outside(
        `place ${wrong} of the means`,
        { min: 0, max: most - 1, integer: true },
        shifts.places[wrong],
      )
  }
  const ranges = scalarRanges(ruleOf(settings), lanes)
  check('the scalars', scalars, (i) => ranges[i])
  sumsOf(settings, 0).forEach(({ name, ranges: own }, j) => {
    const { length } = sums[j]
    check(name, sums[j], (i) => own[Math.floor((i * own.length) / length)])
  })
}

function outside(what: string, range: StateRange, value: number): OLError {
  const expected = stateRangeText(range)
  const text = `The slice is corrupt: expected ${expected} for ${what}, but it is ${value}`
  return new OLError('OL_SLICE_FORMAT', text, { value, expected })
}
