import type { ExperimentReport } from '../report/experiment-report.js'
import type { Part } from '../run/part.js'
import type { Runner } from '../run/runner.js'

export interface ExperimentContext {
  readonly runner: Runner
  /** one shuffle of the data for each */
  readonly seeds: readonly number[]
}

/** The findings of an experiment, before its command is known. */
export type Findings = Pick<ExperimentReport, 'notes' | 'tables' | 'figures'> & {
  readonly seeds?: readonly number[]
}

/** A table or figure of a paper, run again. */
export interface Experiment {
  readonly id: string
  readonly title: string
  readonly paper: string
  /** the data sets that it reads; empty: it generates its data */
  readonly datasets: readonly string[]
  /** the work that it requests from its runner besides passes over data sets */
  readonly parts?: readonly Part[] | undefined
  readonly run: (context: ExperimentContext) => Promise<Findings>
}

export const papers = {
  ross: 'Ross, Mineiro, Langford: Normalized Online Learning (2013)',
  streeter: 'Streeter, McMahan: Less Regret via Online Conditioning (2010)',
  duchi: 'Duchi, Hazan, Singer: Adaptive Subgradient Methods (2010)',
  orabona: 'Orabona, Crammer, Cesa-Bianchi: A Generalized Online Mirror Descent with Applications (2013)',
  derived: 'In no paper: features that are derived online',
} as const
