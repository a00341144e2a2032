/** Options that say what kind of input it is. */
export const inputOptions = {
  format: {
    kind: 'format',
    description: 'the format of the input',
    default: 'auto',
    otherwise: 'auto: detected from the first lines',
    part: 'model',
    override: { rule: 'allowed', why: 'another file may write the same features in another format' },
    flag: { metavar: 'name' },
    examples: ['auto', 'csv'],
  },
  compression: {
    kind: 'compression',
    description: 'how the input is compressed',
    otherwise: 'detected from the first bytes, brotli from the name (.br)',
    part: 'cache',
    examples: ['gzip', 'none'],
  },
  maxLineBytes: {
    kind: 'whole',
    description: 'the longest line in bytes; a longer one is a bad line',
    default: 16777216,
    min: 1,
    max: 1073741824,
    part: 'cache',
    examples: [16777216, 40],
  },
} as const
