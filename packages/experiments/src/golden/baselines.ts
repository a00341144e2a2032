import type { ClassRun, GoldenTrace } from './trace.js'

export const baselineClasses: Readonly<Record<string, (trace: GoldenTrace) => ClassRun>> = {
  SGD: ({ params }) => ({
    rule: 'sgd',
    params: { learningRate: Number(params.eta), decay: params.schedule === 'sqrt' ? 0.5 : 0 },
  }),
}
