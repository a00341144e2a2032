// The common parts of scripts that measure one pass of progressive validation: the data sets, the loss of a task, the
// figures.

/** Returns the folder of the data sets from the command line; ends the process if there is none. */
export function folderOf([folder]) {
  if (folder !== undefined) return folder
  console.error('Expected the folder of the data sets')
  process.exit(2)
}

/** The loss of a task. */
export function lossFor(task) {
  return task === 'binary' ? 'logistic' : task === 'regression' ? 'squared' : 'softmax'
}

/** The variance of the labels of a set. */
export function varianceOf({ labels }) {
  const mean = meanOf(labels)
  return meanOf(labels.map((y) => (y - mean) ** 2))
}

/** Returns the log loss of a learner so far; with several classes, of the probability of the label. */
export function logLossOf(learner, { task }) {
  const report = learner.report()
  return task === 'multiclass' ? report.logLoss : report.averageLoss
}

/** Returns whether a prediction differs from the class of the label. */
export function isWrong({ task }, prediction, label) {
  return task === 'binary' ? prediction > 0 !== label > 0 : prediction !== label
}

export function meanOf(all) {
  return all.reduce((sum, x) => sum + x, 0) / all.length
}

/** Returns a number as a cell of a table. */
export function cell(x, digits = 5) {
  return (x === undefined || Number.isNaN(x) ? '-' : x.toFixed(digits)).padStart(10)
}
