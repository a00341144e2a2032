import type { RuleName } from '@ol/spec'
import type { ClassRun, GoldenTrace, TraceParams } from './trace.js'

const passiveAggressive: readonly RuleName[] = ['pa', 'pa1', 'pa2']

const secondOrder = { diagonal: ['sop', 'arow-omd'], full: ['sop-full', 'arow-omd-full'] } as const

/** Perceptrons and their kin in the p-norm of the weights; 2 is the Euclidean. */
function firstOrder({ variant, p, C }: TraceParams): ClassRun {
  if (variant === 'pa1') return { rule: 'pa1', params: { aggressiveness: Number(C) } }
  const rule = variant === 'pax' ? 'pax' : 'perceptron'
  return p === 2
    ? { rule, params: {} }
    : { rule: rule === 'pax' ? 'pax-pnorm' : 'pnorm-perceptron', params: { p: Number(p) } }
}

export const marginClasses: Readonly<Record<string, (trace: GoldenTrace) => ClassRun>> = {
  FirstOrder: ({ params }) => firstOrder(params),
  PA: ({ params }) => ({
    rule: passiveAggressive[Number(params.variant)],
    params: params.variant === 0 ? {} : { aggressiveness: Number(params.C) },
  }),
  SecondOrder: ({ params }) => ({
    rule: secondOrder[params.diag === true ? 'diagonal' : 'full'][params.agg === true ? 1 : 0],
    params: { noise: Number(params.r) },
  }),
  AROW: ({ params }) =>
    params.mode === 'full'
      ? { rule: 'arow-full', params: { noise: Number(params.r) } }
      : {
          rule: 'arow',
          params: {
            noise: Number(params.r),
            covariance: params.mode === 'diag_sigma' ? 'sigma' : 'precision',
          },
        },
  CW: ({ params }) => ({
    rule: params.full === true ? 'cw-full' : 'cw',
    params: { confidence: Number(params.phi), variance: Number(params.a ?? 1) },
  }),
}
