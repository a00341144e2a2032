import type { Metrics } from '@ol/core'
import { classShares, quoted } from '@ol/pipeline/internal'

/** A command or a flag, and what it does. */
export type Step = readonly [command: string, use: string]

/** The options that may be tried next, and the ones that were tried already. */
export interface NextFacts {
  readonly command: 'train' | 'test'
  /** the model file, where there is one */
  readonly model: string | undefined
  readonly overall: Metrics | undefined
  readonly names: readonly (number | string)[]
  /** whether classes have weights */
  readonly weighted: boolean
  readonly report: boolean
  /** labelled rows or examples of the only pass over files that can be read again; undefined for other runs */
  readonly onePass: number | undefined
  /** whether the data is a table, of rows */
  readonly table: boolean
}

/** Classes that are rarer, and of which a smaller share is found, are worth `--class-weight`. */
const rare = { share: 0.3, recall: 0.5 } as const

/** Below this many rows further passes reduce the loss over held-out rows on about half of the tables, and increase it on the others. */
const fewRows = 10_000

/** Returns commands and flags to try next, with what they do. */
export function nextSteps(facts: NextFacts): Step[] {
  const { command, model, report, table } = facts
  const missed = missedClass(facts)
  const file = model === undefined ? undefined : quoted(model)
  const program = programName()
  return [
    ...(command === 'train' && file !== undefined
      ? ([
          [`${program} predict ${table ? 'NEW.csv' : 'NEW-FILE'} --model ${file}`, 'predict new data'],
        ] as const)
      : []),
    ...(command === 'train' && file === undefined
      ? ([['add -o FILE.ol', 'save the model, which is lost otherwise']] as const)
      : []),
    ...(file === undefined ? [] : ([[`${program} inspect ${file}`, 'see what the model learned']] as const)),
    ...(report ? [] : ([['add --report report.html', 'see all metrics and curves']] as const)),
    ...(command === 'train' && facts.onePass !== undefined && facts.onePass < fewRows
      ? ([['add --passes 20 --patience-passes 2', 'may help with few rows']] as const)
      : []),
    ...(missed === undefined || command === 'test'
      ? []
      : ([['add --class-weight balanced', `find more of class ${missed}`]] as const)),
  ]
}

/** Returns the rare class of which most rows are missed; undefined where there is none. */
function missedClass({ overall, names, weighted }: NextFacts): string | undefined {
  if (overall === undefined || overall.task === 'regression' || weighted) return undefined
  const shares = classShares(overall.confusion)
  const missed = overall.confusion.findIndex(
    (row, y) =>
      shares[y] > 0 && shares[y] < rare.share && row[y] < rare.recall * row.reduce((a, b) => a + b, 0),
  )
  return missed < 0 ? undefined : JSON.stringify(String(names[missed] ?? missed + 1))
}

/** Returns how the reader starts this program: in a clone and in projects it is not on the path. */
function programName(): string {
  return process.env.npm_command === 'exec' ? 'npx ol-cli' : 'ol-cli'
}
