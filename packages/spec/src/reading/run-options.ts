/** Options of one reading: what it is given to work with, and how it goes about it. */
export const runOptions = {
  divisors: {
    kind: 'divisors',
    description:
      'the divisors of features, applied before n-grams and products: `Learner.scales` of a model with `prenormalize`',
    otherwise: 'nothing',
    part: 'cache',
  },
  namespaces: {
    kind: 'boolean',
    description: 'count the features of each namespace in the report',
    default: false,
    part: 'cache',
    examples: [false, true],
  },
  names: {
    kind: 'whole',
    description: 'batches have the names of so many distinct features, each where it first appears',
    default: 0,
    min: 0,
    max: 16777216,
    part: 'how',
    examples: [0, 2],
  },
  allNames: {
    kind: 'boolean',
    description: 'batches have the name of each feature; a cache does not',
    default: false,
    part: 'how',
  },
  shard: {
    kind: 'shard',
    description:
      'read part k of n of the input: of text the lines that begin in its share of the bytes of each file, of Parquet its share of the row groups, of other inputs every n-th file',
    otherwise: 'all of it',
    part: 'cache',
    flag: { metavar: 'k/n' },
  },
  examples: {
    kind: 'whole',
    description:
      'read only the first n examples of all inputs together, in every pass; bad lines do not count, and lines after the last of the n are not read',
    otherwise: 'all',
    min: 1,
    max: 1e15,
    part: 'cache',
    flag: { metavar: 'n' },
  },
  reuseBuffers: {
    kind: 'boolean',
    description: 'reuse the arrays of batches: each batch is valid until the third request after it',
    default: false,
    part: 'how',
    examples: [false, true],
  },
  strict: {
    kind: 'boolean',
    description: 'stop at the first bad line, with exit code 65',
    default: false,
    part: 'how',
    flag: {},
    examples: [false, true],
  },
  onNewLabel: {
    kind: 'choice',
    description:
      "a label that contradicts the task that the first labels decided, such as 4.5 among the classes 1 to 5: 'error' ends the run, 'skip' leaves the line out and counts it as a bad line",
    choices: ['error', 'skip'],
    default: 'error',
    part: 'cache',
    flag: { metavar: 'what' },
    examples: ['error', 'skip'],
  },
  skippedLines: {
    kind: 'boolean',
    description:
      'batches list the lines without an example between theirs (`Batch.skipped`), and one without examples may come with them',
    default: false,
    part: 'how',
    examples: [false, true],
  },
  decidedBy: {
    kind: 'choice',
    description:
      'what said which labels there are: the first labels, an option, or a model. A label that contradicts it is an error then (OL_LABEL), whose message says so; absent, and without `task`: a bad line',
    choices: ['labels', 'task', 'loss', 'rule', 'classes', 'positive', 'model'],
    otherwise: "with `task`, 'labels' or 'task'; else none",
    part: 'how',
  },
  patience: {
    kind: 'milliseconds',
    description:
      'milliseconds that schema inference waits for more of a pipe or stream after the first two lines',
    default: 1000,
    min: 0,
    part: 'how',
    flag: { metavar: 'ms' },
    examples: [1000, 20],
  },
  threads: {
    kind: 'whole',
    description:
      'the most threads that tokenize and learn beside the main one, where the backend has them: the result is the same with any number',
    otherwise: 'one for each processor',
    min: 1,
    max: 256,
    part: 'how',
    flag: { metavar: 'n' },
    examples: [1, 4],
  },
  chunkBytes: {
    kind: 'whole',
    description: 'bytes that are tokenized at a time',
    otherwise: '262144 for the first chunk of an input, then 2097152',
    min: 1,
    max: 67108864,
    part: 'how',
    examples: [262144, 100],
  },
  file: {
    kind: 'string',
    description: 'the name of the input in messages',
    otherwise: 'its path, if it has one',
    part: 'cache',
    examples: ['a.csv', 'b.csv'],
  },
  signal: {
    kind: 'signal',
    description: "aborts the reading, which then throws the signal's reason",
    otherwise: 'none',
    part: 'how',
  },
  backend: {
    kind: 'backend',
    description: 'the backend that tokenizes; every backend gives the same bytes',
    otherwise: 'the fallback',
    part: 'how',
  },
  schema: {
    kind: 'schema',
    description:
      'the schema of an earlier input (`Reader.schema`), by which this one is read; it overrides the other options that a model keeps',
    otherwise: 'schema inference from the first 1 MiB',
    part: 'model',
    override: { rule: 'refused', why: 'the model keeps its own' },
  },
} as const
