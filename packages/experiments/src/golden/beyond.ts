import type { ClassRun, GoldenTrace } from './trace.js'

export const beyondClasses: Readonly<Record<string, (trace: GoldenTrace) => ClassRun>> = {
  ScInOL: ({ params }) => ({
    rule: params.v === 1 ? 'scinol1' : 'scinol2',
    params: { epsilon: Number(params.eps) },
  }),
  FTRLProximal: ({ params }) => ({
    rule: 'ftrl',
    params: {
      alpha: Number(params.alpha),
      beta: Number(params.beta),
      l1: Number(params.l1),
      l2: Number(params.l2),
    },
  }),
  KTCoin: ({ params }) => ({
    rule: 'kt',
    params: params.eps === undefined ? {} : { epsilon: Number(params.eps) },
  }),
  VW: ({ params }) => ({
    rule: 'vw',
    update: params.invariant === false ? 'plain' : 'invariant',
    params: { learningRate: Number(params.eta), normalized: params.normalized === false ? 'off' : 'on' },
  }),
}
