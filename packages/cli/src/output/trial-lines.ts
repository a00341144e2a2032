import type { TableSize, Trial } from '@ol/core'
import { alike, sizeText } from '@ol/core/internal'
import { criterionName, type SearchReport } from '@ol/pipeline'
import { figureText } from '@ol/pipeline/internal'
import { flagName } from '@ol/spec'
import { picture } from './picture.js'
import { taskLine } from './task-line.js'
import { textTable } from './text-table.js'

/** Returns the sizes of the tables of a pass, one line each. */
export function tableLines(tables: readonly TableSize[], pass: number): string[] {
  return tables.map(({ rule, bits, models, lanesEach, states, bytes }) => {
    const classes = lanesEach === 1 ? '' : ` x ${lanesEach} classes`
    const numbers = states === 1 ? '1 number' : `${states} numbers`
    return `pass ${pass}: ${rule}, ${models} models${classes}, ${numbers} each in 2^${bits} slots: ${sizeText(bytes)}`
  })
}

export function passLine(trials: readonly Trial[], pass: number): string {
  const left = trials.filter(({ criterion }) => Number.isFinite(criterion))
  const dropped = trials.length - left.length
  const gone = dropped === 0 ? '' : `, ${dropped} dropped`
  const best = figureText(Math.min(...left.map(({ criterion }) => criterion)))
  return `pass ${pass}: ${trials.length} models, best ${criterionName(trials)} ${best}${gone}`
}

/** Returns a table of all trials by the refined parameter, and a picture of loss against it. */
export function summary(
  { trials, best, refined, passes, examples, rule, loss, task, backend }: SearchReport,
  ascii: boolean,
): string[] {
  const at = (trial: Trial) => Number(trial.parameters[refined])
  const sorted = [...trials].sort((a, b) => at(a) - at(b))
  const same = sorted.filter((trial) => alike(trial, best, refined))
  const criterion = criterionName(trials)
  return [
    '',
    ...trialTable(sorted, best, criterion),
    '',
    ...picture(
      same.map((trial) => ({ x: at(trial), y: trial.criterion })),
      ascii,
    ),
    '',
    `task           ${taskLine(task)}`,
    `rule, loss     ${rule}, ${loss}`,
    `backend        ${backend}`,
    `examples       ${examples}, read ${passes === 1 ? 'once' : `${passes} times`} for ${trials.length} models`,
    `best           ${Object.entries(best.parameters)
      .map(([name, value]) => `${flagName(name)} ${value}`)
      .join(', ')}`,
    `average loss   ${figureText(best.averageLoss)}`,
    ...(best.errorRate === undefined ? [] : [`error rate     ${figureText(best.errorRate)}`]),
    ...(best.logLoss === undefined ? [] : [`log loss       ${figureText(best.logLoss)}`]),
  ]
}

interface Column {
  readonly head: string
  readonly cell: (trial: Trial) => string
}

function trialTable(trials: readonly Trial[], best: Trial, criterion: string): string[] {
  const differ = (of: (trial: Trial) => string) => new Set(trials.map(of)).size > 1
  const gone = (trial: Trial) => Number.isNaN(trial.criterion)
  const short = (trial: Trial, x: number | undefined) => (x === undefined || gone(trial) ? '' : figureText(x))
  const names = [...new Set(trials.flatMap((trial) => Object.keys(trial.parameters)))]
  const own = !['average loss', 'error rate'].includes(criterion)
  const columns: Column[] = [
    { head: '', cell: (trial) => (trial === best ? '*' : '') },
    ...(differ(({ rule }) => rule) ? [{ head: 'rule', cell: ({ rule }: Trial) => rule }] : []),
    ...(differ(({ loss }) => loss) ? [{ head: 'loss', cell: ({ loss }: Trial) => loss }] : []),
    ...names.map((name) => ({
      head: flagName(name),
      cell: ({ parameters }: Trial) => String(parameters[name] ?? ''),
    })),
    {
      head: 'average loss',
      cell: (trial) =>
        gone(trial)
          ? `dropped${trial.dropped === undefined ? '' : ` at ${trial.dropped}`}`
          : short(trial, trial.averageLoss),
    },
    ...(own ? [{ head: criterion, cell: (trial: Trial) => short(trial, trial.criterion) }] : []),
    { head: 'error rate', cell: (trial) => short(trial, trial.errorRate) },
    ...(trials.some(({ logLoss }) => logLoss !== undefined)
      ? [{ head: 'log loss', cell: (trial: Trial) => short(trial, trial.logLoss) }]
      : []),
    { head: 'pass', cell: ({ pass }) => String(pass) },
  ]
  const rows = [
    columns.map(({ head }) => head),
    ...trials.map((trial) => columns.map(({ cell }) => cell(trial))),
  ]
  return textTable(rows)
}
