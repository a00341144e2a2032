/** Options of a single read: its resources, its limits, and the contents of its batches. */
export const runOptions = {
  divisors: {
    kind: 'divisors',
    description:
      'numbers by which features are divided before n-grams and products are made: `Learner.scales` of a model with `prenormalize`',
    otherwise: 'none',
    part: 'cache',
  },
  namespaces: {
    kind: 'boolean',
    description: 'the report counts the features of each namespace',
    default: false,
    part: 'cache',
    examples: [false, true],
  },
  names: {
    kind: 'whole',
    description: 'batches contain the names of the first n distinct features, each where it first occurs',
    default: 0,
    min: 0,
    max: 16777216,
    part: 'how',
    examples: [0, 2],
  },
  allNames: {
    kind: 'boolean',
    description: 'batches contain the name of every feature; a cache does not',
    default: false,
    part: 'how',
  },
  shard: {
    kind: 'shard',
    description:
      'read only shard k of n. Text is cut by the bytes of each file, at line ends; Parquet by row groups; other inputs by file, every n-th one',
    otherwise: 'the whole input',
    part: 'cache',
    flag: { metavar: 'k/n' },
  },
  examples: {
    kind: 'whole',
    description:
      'read only the first n examples of all inputs together, in every pass; bad lines do not count',
    otherwise: 'all',
    min: 1,
    max: 1e15,
    part: 'cache',
    flag: { metavar: 'n' },
  },
  reuseBuffers: {
    kind: 'boolean',
    description: 'reuse the arrays of batches: a batch is valid until the third request after it',
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
      "a label that contradicts the inferred task, such as 4.5 among the classes 1 to 5: 'error' ends the run; 'skip' skips the line and counts it as a bad line",
    choices: ['error', 'skip'],
    default: 'error',
    part: 'cache',
    flag: { metavar: 'what' },
    examples: ['error', 'skip'],
  },
  readLabels: {
    kind: 'boolean',
    description:
      'whether labels are read; if not, no example has a label, whatever the input contains; `predict` and `explain` read none',
    default: true,
    part: 'cache',
    examples: [false, true],
  },
  skippedLines: {
    kind: 'boolean',
    description:
      'batches list the lines that contain no example (`Batch.skipped`); a batch may then consist only of such lines',
    default: false,
    part: 'how',
    examples: [false, true],
  },
  decidedBy: {
    kind: 'choice',
    description:
      'what determined the valid labels: the first labels, an option, or a model; messages say so. With this option or `task`, any other label is an error (OL_LABEL); without both, it makes a bad line',
    choices: ['labels', 'task', 'loss', 'rule', 'classes', 'positive', 'model'],
    otherwise: "with `task`, 'labels' or 'task'; else none",
    part: 'how',
  },
  patience: {
    kind: 'milliseconds',
    description:
      'how long schema inference waits for more of a pipe or stream after the first two lines, in milliseconds',
    default: 1000,
    min: 0,
    part: 'how',
    flag: { metavar: 'ms' },
    examples: [1000, 20],
  },
  threads: {
    kind: 'whole',
    description:
      'the most threads that tokenize, learn and predict besides the main thread, if the backend has threads; the result does not depend on their number',
    otherwise: 'one for each processor',
    min: 1,
    max: 256,
    part: 'how',
    flag: { metavar: 'n' },
    examples: [1, 4],
  },
  chunkBytes: {
    kind: 'whole',
    description: 'the number of bytes tokenized at a time',
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
    description: 'aborts the read, which then throws the reason of the signal',
    otherwise: 'none',
    part: 'how',
  },
  backend: {
    kind: 'backend',
    description: 'the backend that tokenizes; all backends give the same result',
    otherwise: 'the fallback',
    part: 'how',
  },
  schema: {
    kind: 'schema',
    description:
      'the schema of an earlier input (`Reader.schema`), to read this one alike; it overrides the other options that a model keeps',
    otherwise: 'schema inference from the first 1 MiB',
    part: 'model',
    override: { rule: 'refused', why: 'the model keeps its own' },
  },
} as const
