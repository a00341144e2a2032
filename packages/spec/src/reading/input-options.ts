/** Options that say what kind of input it is. */
export const inputOptions = {
  format: {
    kind: 'format',
    description: 'the format of the input',
    default: 'auto',
    otherwise: 'auto: detected from the first lines',
    part: 'model',
    override: { rule: 'allowed', why: 'another file may have the same features in another format' },
    flag: { metavar: 'name' },
    examples: ['auto', 'csv'],
  },
  compression: {
    kind: 'compression',
    description: 'how the input is compressed',
    otherwise: 'detected from the first bytes; brotli from the file name (.br)',
    part: 'cache',
    examples: ['gzip', 'none'],
  },
  encoding: {
    kind: 'string',
    description:
      'the character encoding, by its name in the Encoding Standard, such as windows-1252 or utf-16le',
    otherwise:
      'UTF-8, or UTF-16 if the input begins with its byte order mark; invalid UTF-8 is read as windows-1252',
    part: 'cache',
    flag: { metavar: 'name' },
    examples: ['utf-8', 'windows-1252'],
  },
  maxLineBytes: {
    kind: 'whole',
    description: 'the longest line, in bytes; a longer line is a bad line',
    default: 16777216,
    min: 1,
    max: 1073741824,
    part: 'cache',
    examples: [16777216, 40],
  },
} as const
