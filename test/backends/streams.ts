import { type Batch, type LossId, losses } from '@ol/spec'

/** Returns a generator of numbers in [0, 1), the same everywhere: mulberry32. */
export function random(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

export interface PlainExample {
  readonly label: number
  readonly features: readonly (readonly [index: number, value: number])[]
  readonly weight?: number
  readonly initial?: number
}

export function batchOf(examples: readonly PlainExample[]): Batch {
  const offsets = new Uint32Array(examples.length + 1)
  examples.forEach((e, i) => {
    offsets[i + 1] = offsets[i] + e.features.length
  })
  const count = offsets[examples.length]
  const [indices, values] = [new Uint32Array(count), new Float64Array(count)]
  let at = 0
  for (const { features } of examples) {
    for (const feature of features) {
      indices[at] = feature[0]
      values[at++] = feature[1]
    }
  }
  const weighted = examples.some((e) => e.weight !== undefined)
  const started = examples.some((e) => e.initial !== undefined)
  return {
    size: examples.length,
    offsets,
    indices,
    values,
    labels: new Float64Array(examples.map((e) => e.label)),
    ...(weighted ? { weights: new Float64Array(examples.map((e) => e.weight ?? 1)) } : {}),
    ...(started ? { initial: new Float64Array(examples.map((e) => e.initial ?? 0)) } : {}),
  }
}

/** Returns a random stream: labels that depend on the features, `scale` gives each feature its unit. */
export function stream(
  size: number,
  seed: number,
  labels: 'sign' | 'real' | 'count',
  scale: (index: number) => number = () => 1,
  features = 40,
): PlainExample[] {
  const next = random(seed)
  const truth = Array.from({ length: features }, () => next() * 2 - 1)
  return Array.from({ length: size }, () => {
    let score = 0
    const row = new Map<number, number>()
    for (let j = Math.floor(next() * 12); j > 0; j--) {
      const i = Math.floor(next() ** 2 * features)
      const x = next() * 2 - 1
      row.set(i, x * scale(i))
      score += truth[i] * x
    }
    score += next() - 0.5
    const label =
      labels === 'sign' ? (score > 0 ? 1 : -1) : labels === 'count' ? Math.floor(Math.abs(score) * 3) : score
    return { label, features: [...row] }
  })
}

/** Returns every value of a list after every other, so that all pairs of neighbours occur. */
function pairs<T>(values: readonly T[]): T[] {
  return values.flatMap((a) => values.flatMap((b) => [a, b]))
}

const labelsOf = (loss: LossId) => {
  const kind = losses[loss].labels
  return kind === 'sign' ? [1, -1] : kind === 'count' ? [0, 1, 3] : [1, -2.5, 0, 1e6]
}

/** Streams chosen for their edges, before any random one; a loss has the same ones each time. */
export function edgeStreams(loss: LossId): Readonly<Record<string, readonly PlainExample[]>> {
  const known = edges.get(loss) ?? makeEdges(loss)
  edges.set(loss, known)
  return known
}

const edges = new Map<LossId, Readonly<Record<string, readonly PlainExample[]>>>()

function makeEdges(loss: LossId): Record<string, PlainExample[]> {
  const ys = labelsOf(loss)
  const y = (i: number) => ys[i % ys.length]
  const one = (x: number, i: number): PlainExample => ({ label: y(i), features: [[3, x]] })
  const kind = losses[loss].labels
  return {
    'empty rows': [0, 1, 2].map((i) => ({ label: y(i), features: [] })),
    'explicit zeros and -0': pairs([0, -0, 1]).map(one),
    ties: pairs([1, -1]).map((x, i) => ({
      label: y(i >> 1),
      features: [
        [1, x],
        [2, x],
      ],
    })),
    'scale jumps': pairs([1, 1e-30, 1e30, -1e-7, 3, 1e15]).map(one),
    'tiny and huge': pairs([1e-100, 1e100, 5e-39, 1e38]).map(one),
    collisions: stream(60, 5, kind).map((e) => ({
      ...e,
      features: [...e.features, ...e.features.map(([i, x]) => [i + 64, x * 1.5] as const)],
    })),
    'collisions under a jump': pairs([1, 1e3, 1e6]).map((x, i) => ({
      label: y(i),
      features: [
        [7, x],
        [7 + 64, x * 10],
        [7, x / 3],
      ],
    })),
    weights: pairs([0, 1, 1e-9, 2.5, 1e6]).map((weight, i) => ({ ...one(1 + (i % 3), i), weight })),
    'no labels': pairs([Number.NaN, 1]).map((label, i) => ({
      ...one(1 + i, i),
      label: label === 1 ? y(i) : label,
    })),
    'initial predictions': pairs([0, -3, 40]).map((initial, i) => ({ ...one(0.5, i), initial })),
    'values near the limits of rounding': pairs([1 + 2 ** -52, 1 - 2 ** -53, 0.1, 1 / 3]).map(one),
  }
}

/** The bytes of numbers; NaN, of which JavaScript does not distinguish the many forms, always has the same bytes. */
export const bytesOf = (numbers: Float64Array): string =>
  Buffer.from(numbers.map((x) => (Number.isNaN(x) ? Number.NaN : x)).buffer).toString('hex')
