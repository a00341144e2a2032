import type { ClassRun, GoldenTrace, TraceParams } from './trace.js'

const vwNames = { l1: 'l1', l2: 'l2', power_t: 'powerT', initial_t: 'initialT' } as const

function vw(params: TraceParams): ClassRun {
  const given = Object.entries(vwNames).filter(([name]) => params[name] !== undefined)
  return {
    rule: 'vw',
    update: params.invariant === false ? 'plain' : 'invariant',
    params: {
      learningRate: Number(params.eta),
      normalized: params.normalized === false ? 'off' : 'on',
      adaptive: params.adaptive === false ? 'off' : 'on',
      ...Object.fromEntries(given.map(([name, own]) => [own, Number(params[name])])),
    },
  }
}

export const normalizedClasses: Readonly<Record<string, (trace: GoldenTrace) => ClassRun>> = {
  NG: ({ params }) => ({
    rule: 'ng',
    params: { learningRate: Number(params.eta), decay: params.schedule === 'sqrt' ? 0.5 : 0 },
  }),
  NAG: ({ params }) => ({ rule: 'nag', params: { learningRate: Number(params.eta) } }),
  NAGPower: ({ params: { eta, power_t, initial_t } }) => ({
    rule: 'nag-power',
    params: { learningRate: Number(eta), powerT: Number(power_t), initialT: Number(initial_t) },
  }),
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
  // the code of 2013: it rescales before it predicts, and keeps predictions of real labels in their range
  VW: ({ params }) => ({
    ...vw(params),
    params: { ...vw(params).params, rescale: 'before' },
    ...(/^(hinge|logistic)$/.test(String(params.loss)) ? {} : { clip: 'vw' }),
  }),
  VW9Coin: ({ params: { alpha = 4, beta = 1, loss } }) => ({
    rule: 'coin',
    params: { alpha: Number(alpha), beta: Number(beta) },
    clip: loss === 'logistic' ? [-50, 50] : 'vw',
  }),
  // version 9: every prediction is kept in range
  VW9: ({ params }) => ({
    ...vw(params),
    clip: /^(logistic|poisson)$/.test(String(params.loss)) ? [-50, 50] : 'vw',
  }),
}
