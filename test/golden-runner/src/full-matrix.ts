import type { ClassRun, GoldenTrace } from './trace.js'

export const fullMatrixClasses: Readonly<Record<string, (trace: GoldenTrace) => ClassRun>> = {
  AdaGradFull: ({ params }) => ({
    rule: 'adagrad-full',
    params: {
      learningRate: Number(params.eta),
      delta: Number(params.delta),
      method: String(params.method),
      regularizer: String(params.reg),
      l2: Number(params.lam),
      ...(params.c === null || params.c === undefined ? {} : { radius: Number(params.c) }),
    },
  }),
  VAW: ({ params }) => ({ rule: 'vaw', params: { alpha: Number(params.a) } }),
  ONS: ({ params }) => ({
    rule: 'ons',
    params: {
      gamma: Number(params.gamma),
      ...(params.eps === undefined ? {} : { epsilon: Number(params.eps) }),
    },
  }),
}
