/** The arrays of refinements in a model file. */
export const refinementNames: readonly string[] = [
  ...['stack_scalars', 'stack_weights', 'stack_matrix', 'stack_mixture', 'stack_mixture_scalars'],
  ...['curve_scalars', 'curve_scores', 'curve_points', 'curve_labels'],
  ...['curve_mixture', 'curve_mixture_scalars', 'curve_calibration'],
]
