import type { Trial } from '@ol/core'
import { alike } from '@ol/core/internal'
import type { Figure } from '@ol/figures'
import { flagName } from '@ol/spec'
import { criterionName } from '../criterion.js'
import type { SearchReport } from '../operations/search.js'
import { countText, figureText } from '../text/number-text.js'
import { cardsHtml, figureHtml, type PageCard, type PageCell, sectionHtml, tableHtml } from './page-parts.js'

/** Returns the parts of the page of a search: the winner, the loss by parameter, and all trials. */
export function searchParts(report: SearchReport): string[] {
  const { best, trials, examples, passes } = report
  const cards: PageCard[] = [
    { name: `${criterionName(trials)} of the best`, value: figureText(best.criterion) },
    ...Object.entries(best.parameters).map(([name, value]) => ({
      name: flagName(name),
      value: String(value),
      note: 'of the best',
    })),
    { name: 'models', value: countText(trials.length) },
    {
      name: 'examples',
      value: countText(examples),
      note: `read ${passes === 1 ? 'once' : `${passes} times`}`,
    },
  ]
  return [
    cardsHtml(cards),
    `<div class="figures">${trialFigures(report).map(figureHtml).join('\n')}</div>`,
    sectionHtml('Models', [trialTable(report)]),
  ]
}

/** Losses this many times the best one, or larger, are left out of the figure. */
const farFromBest = 20

function trialFigures({ trials, best, refined }: SearchReport): Figure[] {
  const at = (trial: Trial): number => Number(trial.parameters[refined])
  const shown = trials.filter(({ criterion }) => Number.isFinite(criterion))
  if (shown.length < 2) return []
  const near = shown.filter(
    ({ criterion }) => !(best.criterion > 0) || criterion <= farFromBest * best.criterion,
  )
  const far = shown.length - near.length
  const same = near.filter((trial) => alike(trial, best, refined)).sort((a, b) => at(a) - at(b))
  const others = near.filter((trial) => !alike(trial, best, refined))
  const lost = trials.length - shown.length
  const criterion = criterionName(trials)
  const points = (some: readonly Trial[]) => some.map((trial) => [at(trial), trial.criterion] as const)
  return [
    {
      title: `${criterion[0].toUpperCase()}${criterion.slice(1)} by ${flagName(refined)}`,
      description: `${near.length} models${far > 0 ? `; ${far} with more than ${farFromBest} times the least are left out` : ''}${lost > 0 ? `; ${lost} diverged` : ''}.`,
      x: { label: flagName(refined), scale: near.every((trial) => at(trial) > 0) ? 'log' : 'linear' },
      y: { label: criterion, scale: near.every((trial) => trial.criterion > 0) ? 'log' : 'linear' },
      series: [
        { name: 'as the best', points: points(same), style: 'both', dashed: false },
        ...(others.length === 0
          ? []
          : [{ name: 'other parameters', points: points(others), style: 'points' } as const]),
        { name: 'best', points: points([best]), style: 'points', color: 3 },
      ],
    },
  ]
}

function trialTable({ trials, best, refined }: SearchReport): string {
  const names = [...new Set(trials.flatMap(({ parameters }) => Object.keys(parameters)))]
  const optional = (
    [
      ['error rate', ({ errorRate }) => errorRate],
      ['log loss', ({ logLoss }) => logLoss],
    ] as readonly (readonly [string, (trial: Trial) => number | undefined])[]
  ).filter(([, of]) => trials.some((trial) => of(trial) !== undefined))
  const sorted = [...trials].sort((a, b) => Number(a.parameters[refined]) - Number(b.parameters[refined]))
  const rows = sorted.map((trial): PageCell[] => {
    const gone = !Number.isFinite(trial.criterion)
    return [
      { text: `${trial.rule}, ${trial.loss}${trial === best ? ' \u2605 best' : ''}` },
      ...names.map((name) => ({ text: String(trial.parameters[name] ?? '') })),
      {
        text: gone
          ? `diverged${trial.dropped === undefined ? '' : ` at ${trial.dropped}`}`
          : figureText(trial.averageLoss),
      },
      ...optional.map(([, of]) => ({ text: gone ? '' : figureText(of(trial)) })),
      { text: String(trial.pass) },
    ]
  })
  const head = [
    'rule, loss',
    ...names.map(flagName),
    'average loss',
    ...optional.map(([name]) => name),
    'pass',
  ]
  return tableHtml('All models, each learned side by side with the others of its pass.', head, rows)
}
