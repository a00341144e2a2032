/** Options of one reading: what it is given to work with, and how it goes about it. */
export const runOptions = {
  divisors: {
    kind: 'divisors',
    description:
      'what features are divided by before n-grams and products are made of them: `Learner.scales` of a model with `prenormalize`',
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
  strict: {
    kind: 'boolean',
    description: 'stop at the first bad line, with exit code 65',
    default: false,
    part: 'how',
    flag: {},
    examples: [false, true],
  },
  patience: {
    kind: 'milliseconds',
    description:
      'how many milliseconds schema inference waits for more of a pipe or stream once two lines are there',
    default: 1000,
    min: 0,
    part: 'how',
    flag: { metavar: 'ms' },
    examples: [1000, 20],
  },
  chunkBytes: {
    kind: 'whole',
    description: 'bytes that are tokenized at a time',
    default: 262144,
    min: 1,
    max: 67108864,
    part: 'how',
    examples: [262144, 100],
  },
  file: {
    kind: 'string',
    description: 'what the input is called in messages',
    otherwise: 'its path, if it has one',
    part: 'cache',
    examples: ['a.csv', 'b.csv'],
  },
  signal: {
    kind: 'signal',
    description: "ends the reading: what it throws is the signal's reason",
    otherwise: 'none',
    part: 'how',
  },
  backend: {
    kind: 'backend',
    description: 'what tokenizes; every backend gives the same bytes',
    otherwise: 'the fallback',
    part: 'how',
  },
  schema: {
    kind: 'schema',
    description:
      'how an earlier input was read (`Reader.schema`): this one is read in the same way, whatever other options of a model say',
    otherwise: 'schema inference from the first 1 MiB',
    part: 'model',
  },
} as const
