import type { ClassRun, GoldenTrace } from './trace.js'

export const duchiClasses: Readonly<Record<string, (trace: GoldenTrace) => ClassRun>> = {
  AdaGradPlain: ({ params }) => ({ rule: 'adagrad', params: { learningRate: Number(params.eta) } }),
}
