/** Inputs that were findings once, by target and seed: each is run on every push. */
export const corpus: readonly (readonly [target: string, seed: number, found: string])[] = [
  ['model', 655665, 'pnorm-perceptron predicts NaN'],
  ['model', 1441797, 'snag-seen-regularized predicts NaN'],
  ['model', 1638833, 'scale-invariant-pnorm predicts NaN'],
  ['model', 1704392, 'snag-seen-averaged predicts NaN'],
  ['model', 2294012, 'pax-pnorm predicts NaN'],
  ['model', 3408324, 'pnorm-lms predicts NaN'],
  ['decoder arrow stream', 786479, 'a table without columns is a TypeError'],
  ['decoder parquet gzip', 60817425, 'a page that nobody waits for is an unhandled rejection'],
  ['decoder parquet version 1', 1311440905, 'a negative length of Snappy data leads back'],
  ['decoder parquet version 1', 1315504157, 'another one'],
  ['decoder parquet zstd', 1795293185, 'a row group without a column is an unhandled rejection'],
  ['learning of a hostile model', 32702477, 'kt saves what is refused'],
  ['model', 278003714, 'bytes between tensors that are not 0 are lost'],
  ['tokenizer csv', 278724634, 'blocks count no missing number where it is no feature'],
  ['reader tsv', 278921282, 'a header of more names than most records have cells is a TypeError'],
]
