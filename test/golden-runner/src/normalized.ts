import type { ClassRun, GoldenTrace } from './trace.js'

export const normalizedClasses: Readonly<Record<string, (trace: GoldenTrace) => ClassRun>> = {
  NG: ({ params }) => ({
    rule: 'ng',
    params: { learningRate: Number(params.eta), decay: params.schedule === 'sqrt' ? 0.5 : 0 },
  }),
  NAG: ({ params }) => ({ rule: 'nag', params: { learningRate: Number(params.eta) } }),
  SNAG: ({ params }) => {
    const learningRate = Number(params.eta)
    return params.rescale === 'full'
      ? { rule: 'snag', params: { learningRate } }
      : { rule: 'snag-seen', params: { learningRate, rescale: String(params.rescale) } }
  },
  SNAG_VW: ({ params }) => ({
    rule: 'snag-meansquare',
    update: params.invariant === true ? 'invariant' : 'plain',
    params: { learningRate: Number(params.eta) },
    standardized: true,
  }),
  Conditioner: ({ params }) => ({
    rule: params.mode === 'transductive' ? 'transductive' : 'conditioner',
    params: {
      learningRate: Number(params.eta),
      radius: Number(params.C),
      projection: params.project === true ? 'l1' : 'none',
    },
    firstPass: params.mode === 'transductive',
  }),
  VW: ({ params }) => ({
    rule: 'vw',
    update: params.invariant === false ? 'plain' : 'invariant',
    params: { learningRate: Number(params.eta), normalized: params.normalized === false ? 'off' : 'on' },
  }),
}
