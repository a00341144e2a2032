import type { ClassRun, GoldenTrace } from './trace.js'

export const parameterFreeClasses: Readonly<Record<string, (trace: GoldenTrace) => ClassRun>> = {
  ScInOL: ({ params }) => ({
    rule: params.v === 1 ? 'scinol1' : 'scinol2',
    params: { epsilon: Number(params.eps) },
  }),
  KTCoin: ({ params }) => ({
    rule: 'kt',
    params: params.eps === undefined ? {} : { epsilon: Number(params.eps) },
  }),
}
