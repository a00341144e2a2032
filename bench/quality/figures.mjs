/** Smaller probabilities are raised to this before the logarithm. */
const least = 1e-10
const bins = 15

/** Returns the figures of predictions of the examples from `from` up to `to`.
 *  `predictions`: probabilities of the second class; probabilities of each class, example by example; or real numbers. */
export function figures({ task, labels, K }, predictions, from, to) {
  if (task === 'regression') return ofReals(labels, predictions, from, to)
  const count = to - from
  const calibration = Array.from({ length: bins }, () => ({ sum: 0, right: 0 }))
  let [loss, wrong] = [0, 0]
  for (let e = from; e < to; e++) {
    const y = labels[e]
    const { own, predicted, confidence } =
      task === 'binary' ? ofTwo(predictions[e], y) : ofSeveral(predictions, e, K, y)
    loss -= Math.log(Math.max(own, least))
    if (predicted !== y) wrong++
    // with two classes, this measures the calibration of the second class's probability; with several, of the predicted
    // class's
    const bin = calibration[Math.min(bins - 1, Math.floor(confidence * bins))]
    bin.sum += confidence
    bin.right += task === 'binary' ? y : predicted === y ? 1 : 0
  }
  const ece = calibration.reduce((all, { sum, right }) => all + Math.abs(sum - right), 0) / count
  const auc = task === 'binary' ? areaUnder(labels, predictions, from, to) : undefined
  return { loss: loss / count, error: wrong / count, auc, ece }
}

const ofTwo = (p, y) => ({ own: y === 1 ? p : 1 - p, predicted: p > 0.5 ? 1 : 0, confidence: p })

function ofSeveral(predictions, e, K, y) {
  let predicted = 0
  for (let k = 1; k < K; k++) if (predictions[e * K + k] > predictions[e * K + predicted]) predicted = k
  return { own: predictions[e * K + y], predicted, confidence: predictions[e * K + predicted] }
}

/** The mean squared error in units of the variance of all labels, so that sets can be compared. */
function ofReals(labels, predictions, from, to) {
  const variance = varianceOf(labels, 0, labels.length)
  let squares = 0
  for (let e = from; e < to; e++) squares += (predictions[e] - labels[e]) ** 2
  const mean = squares / (to - from)
  return { loss: mean / variance, r2: 1 - mean / varianceOf(labels, from, to) }
}

function varianceOf(labels, from, to) {
  let [mean, squares] = [0, 0]
  for (let e = from; e < to; e++) {
    const difference = labels[e] - mean
    mean += difference / (e - from + 1)
    squares += difference * (labels[e] - mean)
  }
  return squares / (to - from)
}

/**
 * Mann-Whitney statistic: the probability that an example of the second class has the higher prediction; ties count
 * half.
 */
function areaUnder(labels, predictions, from, to) {
  const order = Array.from({ length: to - from }, (_, i) => from + i).sort(
    (a, b) => predictions[a] - predictions[b],
  )
  let [ranks, positives] = [0, 0]
  for (let start = 0; start < order.length; ) {
    let end = start
    while (end < order.length && predictions[order[end]] === predictions[order[start]]) end++
    for (let i = start; i < end; i++) {
      if (labels[order[i]] !== 1) continue
      ranks += (start + end + 1) / 2
      positives++
    }
    start = end
  }
  const negatives = order.length - positives
  return positives * negatives === 0
    ? undefined
    : (ranks - (positives * (positives + 1)) / 2) / (positives * negatives)
}
