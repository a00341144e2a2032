/**
 * Returns the correlation coefficient of labels and predictions (Matthews 1975; of several classes Gorodkin 2004). 0: every example has
 * the same label, or the same prediction; NaN: there is none.
 *
 * @param confusion weights by class of the label, then by class predicted
 */
export function matthews(confusion: readonly (readonly number[])[]): number {
  let [total, right, products, ofLabels, ofPredictions] = [0, 0, 0, 0, 0]
  const predicted = confusion.map((_, k) => confusion.reduce((sum, row) => sum + row[k], 0))
  const labelled = confusion.map((row) => row.reduce((sum, weight) => sum + weight, 0))
  for (let k = 0; k < confusion.length; k++) {
    total += labelled[k]
    right += confusion[k][k]
  }
  if (!(total > 0)) return Number.NaN
  // shares, so that no product of weights overflows
  for (let k = 0; k < confusion.length; k++) {
    const [label, prediction] = [labelled[k] / total, predicted[k] / total]
    products += label * prediction
    ofLabels += label * (1 - label)
    ofPredictions += prediction * (1 - prediction)
  }
  return ofLabels > 0 && ofPredictions > 0
    ? (right / total - products) / Math.sqrt(ofLabels * ofPredictions)
    : 0
}
