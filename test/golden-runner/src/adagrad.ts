import type { ClassRun, GoldenTrace } from './trace.js'

/** The dense regularizers, by their names in the reference. */
const dense: Readonly<Record<string, string>> = {
  l2norm: 'l2-norm',
  linf: 'linf-norm',
  l1ball: 'l1-ball',
  l2ball: 'l2-ball',
}

export const adagradClasses: Readonly<Record<string, (trace: GoldenTrace) => ClassRun>> = {
  AdaGradPlain: ({ params }) => ({ rule: 'adagrad', params: { learningRate: Number(params.eta) } }),
  AdaGradDiag: ({ params }) => {
    const method = params.method === 'rda' ? 'rda' : 'cmd'
    const kw = params.kw as Readonly<Record<string, number>>
    const reg = String(params.reg)
    const lam = Number(params.lam)
    const common = { learningRate: Number(params.eta), delta: Number(params.delta) }
    if (reg in dense) {
      const strength = reg.endsWith('ball') ? kw.c : lam
      return { rule: `adagrad-${method}-dense`, params: { ...common, regularizer: dense[reg], strength } }
    }
    return {
      rule: `adagrad-${method}`,
      params: {
        ...common,
        l1: reg === 'l1' || reg === 'elastic' ? lam : 0,
        l2: reg === 'l2sq' ? lam : reg === 'elastic' ? kw.lam2 : 0,
        ...(reg === 'box' ? { lower: kw.lo, upper: kw.hi } : {}),
      },
    }
  },
}
