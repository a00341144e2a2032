import type { ClassRun, GoldenTrace } from './trace.js'

/** Returns the value that all coordinates of a list share; OL has one box for all. */
function common(value: unknown, name: string): number {
  const all = Array.isArray(value) ? (value as readonly unknown[]) : [value]
  if (all.some((v) => v !== all[0])) throw new RangeError(`${name} differs from coordinate to coordinate`)
  return Number(all[0])
}

const box = (lo: unknown, hi: unknown) => ({ lower: common(lo, 'lo'), upper: common(hi, 'hi') })

export const gradientClasses: Readonly<Record<string, (trace: GoldenTrace) => ClassRun>> = {
  GlobalOGD: ({ params }) => ({
    rule: 'ogd-global',
    params: {
      learningRate: Number(params.c),
      diameter: Number(params.D ?? 0),
      l2: Number(params.l2),
      ...box(params.lo, params.hi),
    },
  }),
  PerCoordOGD: ({ params }) => ({
    rule: 'ogd-coordinate',
    params: { learningRate: Number(params.c), l2: Number(params.l2), ...box(params.lo, params.hi) },
  }),
  AOGD: ({ params }) => ({
    rule: 'aogd',
    params: { radius: common(params.D, 'D'), convexity: common(params.H, 'H') },
  }),
  FLH: ({ algorithm, params }) => ({
    rule: algorithm.startsWith('flh2') ? 'flh2' : 'flh',
    params: {
      radius: Number(params.r ?? 1),
      convexity: common(params.H, 'H'),
      lipschitz: Number(params.G ?? 1),
    },
  }),
  HazanKale: ({ params }) => ({ rule: 'hazan-kale', params: { radius: Number(params.r) } }),
  SGD: ({ params }) => ({
    rule: 'sgd',
    params: { learningRate: Number(params.eta), decay: params.schedule === 'sqrt' ? 0.5 : 0 },
  }),
}
