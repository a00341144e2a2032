import { invalid } from '@ol/spec'

/** The most shares or slices of a model. */
const most = 2 ** 20

/** Throws OL_PARAMETER for a value that is not a list of models of this class. */
export function checkModels<M>(
  models: readonly M[],
  kind: abstract new (...args: never[]) => M,
): readonly M[] {
  if (!Array.isArray(models) || models.length === 0 || !models.every((model) => model instanceof kind))
    throw invalid('OL_PARAMETER', 'models to merge', 'an array of one or more learners', models)
  return models
}

/** Throws OL_PARAMETER for an invalid number of shares. */
export function checkShares(shares: number, k = 0): void {
  if (!(Number.isInteger(shares) && shares >= 1 && shares <= most))
    throw invalid('OL_PARAMETER', 'shares', `a whole number >= 1 and <= ${most}`, shares)
  if (!(Number.isInteger(k) && k >= 0 && k < shares))
    throw invalid('OL_PARAMETER', 'the number of a share', `a whole number >= 0 and < ${shares}`, k)
}
