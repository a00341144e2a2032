/**
 * The data to learn: a kind of generated data (generate.mjs), or a real file of `--data`, all as VW text, so that every
 * tool reads the same bytes. `crosses` are pairs of namespaces; with `classes`, labels are classes 1 to K.
 */
export const workloads = [
  { name: 'ids', kind: 'ids', what: 'text, 75 integer ids with a value' },
  { name: 'names', kind: 'names', what: 'text, 75 words with a value' },
  { name: 'ctr', kind: 'ctr', what: 'clicks, 39 categories in five namespaces' },
  { name: 'ctr-crosses', kind: 'ctr', crosses: ['ab', 'cd'], what: 'the same with -q ab -q cd' },
  { name: 'dense', kind: 'dense', what: '54 numbers, units over nine orders of magnitude' },
  {
    name: 'covtype',
    file: 'covtype.data.gz',
    convert: ['--label', '-1', '--no-header'],
    classes: 7,
    what: 'Covertype, 7 classes',
  },
  {
    name: 'news20',
    file: 'news20.svmlight.gz',
    convert: ['--format', 'svmlight'],
    classes: 20,
    what: 'news20, 20 classes',
  },
]

/**
 * The driver that learns it. `tool` names a script of tools/, the rest are its options: table size, source of the
 * examples, and whether it learns or only predicts. `same` names drivers whose loss must be equal to the last bit;
 * `against` the driver whose time is divided by this one's. `slow` drivers get the head of the file, with this many
 * features; `quick` drivers run with --quick.
 */
export const drivers = [
  { name: 'OL', tool: 'ol', quick: true, against: 'Vowpal Wabbit' },
  { name: 'OL, one thread', tool: 'ol', threads: 1, same: 'OL', against: 'Vowpal Wabbit' },
  {
    name: 'OL in TypeScript',
    tool: 'ol',
    quick: true,
    backend: 'fallback',
    same: 'OL',
    against: 'Vowpal Wabbit',
  },
  { name: 'OL, 2^24', tool: 'ol', bits: 24, against: 'Vowpal Wabbit, 2^24' },
  { name: 'OL, exact index', tool: 'ol', bits: 'grow', against: 'OL' },
  { name: 'OL from cache', tool: 'ol', input: 'cache', same: 'OL', against: 'Vowpal Wabbit from cache' },
  { name: 'OL, test', tool: 'ol', task: 'test', against: 'Vowpal Wabbit, test' },
  { name: 'OL, 16 rates', tool: 'ol', flags: ['--learning-rate', 'auto'], against: 'OL' },
  {
    name: 'OL, auto',
    tool: 'ol',
    quick: true,
    rule: 'auto',
    flags: ['--expand', 'off', '--curve', 'off', '--stack', 'off'],
    against: 'Vowpal Wabbit',
  },
  { name: 'OL, auto-small', tool: 'ol', rule: 'auto-small', against: 'Vowpal Wabbit' },
  { name: 'Vowpal Wabbit', tool: 'vw', quick: true },
  { name: 'Vowpal Wabbit, 2^24', tool: 'vw', bits: 24 },
  { name: 'Vowpal Wabbit from cache', tool: 'vw', input: 'cache' },
  { name: 'Vowpal Wabbit, test', tool: 'vw', task: 'test' },
  { name: 'scikit-learn SGDClassifier', tool: 'sgd', quick: true, slow: 2e6, against: 'OL' },
  { name: 'river', tool: 'river', quick: true, slow: 2e5, against: 'OL' },
  { name: 'LIBLINEAR', tool: 'liblinear', slow: 2e6, against: 'OL' },
]

/** The drivers that learn files of several sizes, by their names in the table. */
export const sizedDrivers = {
  nag: drivers.find(({ name }) => name === 'OL'),
  defaults: { name: 'OL, defaults', tool: 'ol', defaults: true },
  vw: drivers.find(({ name }) => name === 'Vowpal Wabbit'),
}
