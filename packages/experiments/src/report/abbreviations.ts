import { cellText, type ExperimentReport } from './experiment-report.js'

/** The abbreviations of the papers, and OL's: each is explained on every page that uses it. */
const meanings: readonly (readonly [abbreviation: string, meaning: string])[] = [
  ['NAG', 'normalized adaptive gradient, the rule `nag`'],
  ['sNAG', 'NAG scaled by the root mean square, the rule `snag`'],
  ['NG', 'normalized gradient descent, the rule `ng`'],
  ['AG', 'AdaGrad, the rule `adagrad`'],
  ['RDA', 'regularized dual averaging'],
  ['CMD', 'composite mirror descent'],
  ['OMD', 'online mirror descent'],
  ['GD', 'gradient descent'],
  ['PA', 'passive-aggressive'],
  ['CW', 'confidence-weighted'],
  ['AROW', 'adaptive regularization of weights'],
  ['SOP', 'second-order perceptron'],
  ['VAW', 'the forward algorithm of Vovk, Azoury and Warmuth'],
  ['LMS', 'least mean squares'],
  ['RMS', 'root mean square'],
  ['CTR', 'click-through rate'],
  ['η', 'the learning rate'],
  ['ct', 'the data set of CT slices'],
  ['msd', 'the Million Song data set'],
  ['n.a.', 'the data are not there'],
]

/** Returns the abbreviations of a report, each with its meaning. */
export function abbreviationsOf(report: ExperimentReport): string[] {
  const text = [
    report.title,
    ...report.tables.flatMap(({ title, columns, rows, description }) => [
      title,
      ...columns.map(({ name }) => name),
      ...rows.flat().map(cellText),
      description ?? '',
    ]),
    ...report.figures.flatMap(({ title, x, y, series, description }) => [
      title,
      x.label,
      y.label,
      ...series.map(({ name }) => name),
      description ?? '',
    ]),
    ...report.notes,
  ].join('\n')
  return meanings.filter(([word]) => hasWord(text, word)).map(([word, meaning]) => `${word}: ${meaning}`)
}

function hasWord(text: string, word: string): boolean {
  const escaped = word.replace(/[.]/g, '\\$&')
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'u').test(text)
}
