import { engineScalars, mixedDistributions, ruleOf } from '@ol/spec'
import { mixtureKind } from '../lanes/mixture/rate-weigher.js'
import { sumsOf } from '../model/model-tensors.js'
import { isCombined } from '../options/ensemble-options.js'
import type { Settings } from '../options/settings.js'
import { refinementNames } from '../refine/refinement-names.js'
import { type ModelHead, rowShape, type SliceRows } from './model-part.js'

/** For each class of a wider model: the class of a model; -1: none. */
export type ClassPlaces = readonly number[]

/** Returns numbers at other places; places without a number get `absent`. */
function placed(numbers: Float64Array, places: readonly number[], absent = 0): Float64Array {
  return Float64Array.from(places, (place) => (place < 0 ? absent : numbers[place]))
}

/** Returns numbers, with the numbers of this many classes from `from` on at other places. */
function placedFrom(from: number, numbers: Float64Array, count: number, places: ClassPlaces): Float64Array {
  const own = placed(numbers.subarray(from, from + count), places)
  return Float64Array.from([...numbers.subarray(0, from), ...own, ...numbers.subarray(from + count)])
}

/** Returns the state of a mixture of probabilities of this many classes with the counts of classes at other places. */
export function placedMixture(
  [lanes, sums, ...others]: readonly Float64Array[],
  count: number,
  places: ClassPlaces,
): Float64Array[] {
  return [lanes, placedFrom(mixedDistributions, sums, count, places), ...others]
}

/** Returns an array of the curves of classes with each at another place; a class without a curve has no points. */
function placedCurve(name: string, array: Float64Array, count: number, places: ClassPlaces): Float64Array {
  const scalars = name === 'curve_scalars'
  if (!scalars && name !== 'curve_scores' && name !== 'curve_points') return array
  const fixed = scalars ? 1 : 0
  const parts = name === 'curve_points' ? 3 : 1
  const each = (array.length - fixed) / (parts * count)
  const blocks = Array.from({ length: parts }, (_, part) =>
    places.map((place) => {
      const from = fixed + (part * count + place) * each
      // a class that has not occurred has its scores from the next example on
      return place >= 0 ? array.subarray(from, from + each) : scalars ? [array[0], 0] : new Float64Array(each)
    }),
  )
  return Float64Array.from([...array.subarray(0, fixed), ...blocks.flat().flatMap((block) => [...block])])
}

function lanePlaces(settings: Settings, wider: Settings, places: ClassPlaces): number[] {
  const each = settings.lanes / (settings.classes?.count ?? 1)
  return Array.from({ length: wider.lanes }, (_, l) => {
    const place = places[Math.floor(l / each)]
    return place < 0 ? -1 : place * each + (l % each)
  })
}

/** Returns the rows of a model with its lanes at the places of a wider one. */
export function placedRows(
  rows: SliceRows,
  settings: Settings,
  wider: Settings,
  places: ClassPlaces,
): SliceRows {
  const from = lanePlaces(settings, wider, places)
  const { lanes, laneStates } = rowShape(settings)
  const length = rows.size * laneStates * from.length
  const lane = rows.lane instanceof Float32Array ? new Float32Array(length) : new Float64Array(length)
  for (let state = 0; state < rows.size * laneStates; state++)
    from.forEach((l, to) => {
      if (l >= 0) lane[state * from.length + to] = rows.lane[state * lanes + l]
    })
  return { ...rows, lane }
}

/** Returns the head of a model under wider settings. */
export function placedHead(head: ModelHead, wider: Settings, places: ClassPlaces): ModelHead {
  const { settings, scalars, sums } = head
  const lanes = lanePlaces(settings, wider, places)
  const common = engineScalars.length + ruleOf(settings).scalars.length
  const ofLanes = Array.from({ length: (scalars.length - common) / settings.lanes }, (_, i) =>
    placed(scalars.subarray(common + i * settings.lanes, common + (i + 1) * settings.lanes), lanes),
  )
  return {
    ...head,
    settings: wider,
    scalars: Float64Array.from([scalars.subarray(0, common), ...ofLanes].flatMap((part) => [...part])),
    sums: sumsOf(settings, 0).map(({ name }, i) => placedSum(name, sums[i], settings, lanes, places)),
  }
}

function placedSum(
  name: string,
  sum: Float64Array,
  settings: Settings,
  lanes: readonly number[],
  places: ClassPlaces,
): Float64Array {
  const count = settings.classes?.count ?? 0
  const row = (i: number): Float64Array => sum.subarray(i * count, (i + 1) * count)
  if (name === 'confusion')
    return Float64Array.from(
      places.flatMap((place) => (place < 0 ? places.map(() => 0) : [...placed(row(place), places)])),
    )
  if (name === 'class_weights') return placed(sum, places)
  if (name === 'curve_mixture_scalars') return placedFrom(mixedDistributions, sum, count, places)
  if (refinementNames.includes(name)) return placedCurve(name, sum, count, places)
  if (name === 'mixture_scalars') {
    // in an ensemble the counts of the classes come after the distributions, otherwise the gaps of the classes first
    return placedFrom(isCombined(settings) ? mixedDistributions : 0, sum, count, places)
  }
  if (name !== 'mixture' || isCombined(settings)) return sum
  // the weight before the first example
  const untrained = mixtureKind(settings.loss) === 'hedge' ? 0 : 1
  return Float64Array.from(
    Array.from({ length: sum.length / settings.lanes }, (_, j) => [
      ...placed(sum.subarray(j * settings.lanes, (j + 1) * settings.lanes), lanes, j === 0 ? untrained : 0),
    ]).flat(),
  )
}
