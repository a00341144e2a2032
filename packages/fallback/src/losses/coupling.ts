import type { Plan, Results } from '@ol/spec'

/** The facts of a run that coupling reads. */
export interface CoupledRun {
  readonly columns: readonly Uint32Array[]
  readonly dropped: number
}

/** Couples the columns of classes that are one distribution: see engine/couple.ts. */
export interface Coupling {
  columnsOf(plan: Plan, lanes: number): readonly Uint32Array[]
  couple(run: CoupledRun, results: Results, lanes: number, e: number, label: number): void
}

/** The coupling of the known losses, if one has it. */
export const coupled: { coupling: Coupling | undefined } = { coupling: undefined }
