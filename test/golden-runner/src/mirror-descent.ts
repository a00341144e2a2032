import type { ClassRun, GoldenTrace } from './trace.js'

export const mirrorDescentClasses: Readonly<Record<string, (trace: GoldenTrace) => ClassRun>> = {
  CompositeOMD: ({ params }) => ({
    rule: 'omd-l1',
    params: { learningRate: Number(params.eta), l1: Number(params.lam) },
  }),
  XiaoRDA: ({ params }) => ({ rule: 'rda', params: { gamma: Number(params.gamma), l1: Number(params.lam) } }),
  StronglyConvexOMD: ({ params }) => ({ rule: 'omd-strongly-convex', params: { l2: Number(params.lam) } }),
  ScaleInvPNorm: ({ params }) => ({
    rule: 'scale-invariant-pnorm',
    params: {
      learningRate: Number(params.eta),
      lipschitz: Number(params.L),
      formula: String(params.formula),
    },
  }),
  ScaleInvAdaGrad: ({ params, final_weights }) => ({
    rule: 'scale-invariant-adagrad',
    params: {
      learningRate: Number(params.eta),
      lipschitz: Number(params.L),
      dimension: final_weights.length,
    },
  }),
  PNormLMS: ({ params }) => ({ rule: 'pnorm-lms', params: { p: Number(params.p) } }),
  FTRLProximal: ({ params }) => ({
    rule: 'ftrl',
    params: {
      alpha: Number(params.alpha),
      beta: Number(params.beta),
      l1: Number(params.l1),
      l2: Number(params.l2),
    },
  }),
}
