const curve: readonly string[] = ['interval_curve_scalars', 'interval_curve_scores', 'interval_curve_points']

/** The arrays of the intervals of labels in a model file: of their curve, and the arrays that each share of a model has unchanged. */
export const intervalNames: { readonly curve: readonly string[]; readonly kept: readonly string[] } = {
  curve,
  kept: [...curve, 'interval_deviation'],
}
