import type { ClassRun, GoldenTrace } from './trace.js'

export const rossClasses: Readonly<Record<string, (trace: GoldenTrace) => ClassRun>> = {
  NG: ({ params }) => ({
    rule: 'ng',
    params: { learningRate: Number(params.eta), decay: params.schedule === 'sqrt' ? 0.5 : 0 },
  }),
  NAG: ({ params }) => ({ rule: 'nag', params: { learningRate: Number(params.eta) } }),
  SNAG: ({ params }) => ({ rule: 'snag', params: { learningRate: Number(params.eta) } }),
}
