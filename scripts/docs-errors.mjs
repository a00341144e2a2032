import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { wrapped } from './prose/wrap.mjs'

// node scripts/docs-errors.mjs          writes docs/errors.md from the tables of errors, bad lines and exit codes
// node scripts/docs-errors.mjs --check  exits 1 if docs/errors.md differs from them
//
// After a build: it reads packages/*/dist.

const built = (path) => import(new URL(`../packages/${path}`, import.meta.url))
const { errorCodes } = await built('spec/dist/index.js')
const { exitDescriptions, exitOfCode } = await built('cli/dist/exit.js')

/** A code belongs to the first group whose codes include it. */
const groups = [
  ['Models', /^OL_(MODEL|MERGE|SLICE)_/],
  ['Files and input', /^OL_(FILE|INPUT|FETCH|PACKAGE|CACHE|CHECKPOINT)/],
  ['Bad lines', /^OL_LINE_/],
  ['The backend', /^OL_(BACKEND|ADDON)/],
  ['A server', /^OL_(LISTEN|STORE|REQUEST|LIMIT)/],
  ['Options and examples', /^OL_/],
]
const order = ['Options and examples', 'Models', 'Files and input', 'Bad lines', 'The backend', 'A server']

const advice = {
  OL_PARAMETER: 'compare the value with the range in the message; `ol-cli train --help` lists the flags',
  OL_RULE: '`ol-cli help rules` lists them',
  OL_LOSS: '`ol-cli help losses` lists them; `ol-cli help rule NAME` lists the losses of a rule',
  OL_FEATURES: 'pass an object of numbers, strings and booleans; nested objects are namespaces',
  OL_LABEL: 'set the task (`--task`), the positive class (`--positive`) or another label column (`--label`)',
  OL_WEIGHT: 'use finite weights >= 0',
  OL_VALUE: 'leave the feature out if its value is unknown',
  OL_BATCH: 'compare the arrays with the message; read with the options of the model',
  OL_KEYS: 'read with `wide: true`, make batches with `learner.batch`, or learn with a fixed number of bits',
  OL_GROUPS: 'read with `groups: true`, or make batches with `learner.batch`',
  OL_FIRST_PASS:
    'call `fitScales` once, before learning; on the command line, name files instead of a stream',
  OL_HORIZON: 'choose a larger horizon, or another rule',
  OL_PREDICT_ONLY: 'continue training with the original model instead of the distilled one',
  OL_PART: 'pass the rule or the loss to `leanLearner`, or use `Learner`, which has all of them',
  OL_BUSY: 'await the previous call',
  OL_DIMENSION: 'choose a rule without a full matrix, or fewer features',
  OL_MEMORY: 'use fewer `--bits`, `--rule auto-small` or `--rule nag`, or a higher `OL_MAX_MEMORY`',
  OL_DIVERGED: 'use a smaller `--learning-rate`, or a rule that needs none (`auto`)',
  OL_BACKEND: '`ol-cli info` says why; without `--backend`, OL uses the backend that is available',
  OL_ADDON_BROKEN: 'install it again, or use TypeScript with `OL_BACKEND=fallback`',
  OL_MODEL_FORMAT: 'copy the file again, or use the last saved model',
  OL_MODEL_CHECKSUM: 'copy the file again, or use the last saved model',
  OL_MODEL_VERSION: 'use a newer OL',
  OL_MODEL_MISMATCH: 'leave the option out, or train a new model; `ol-cli inspect MODEL` prints its settings',
  OL_MODEL_STATE: 'the existing file has not changed; please report the error, with the rule and the loss',
  OL_MERGE_RULE: '[merging](merging.md) lists the rules that you can merge',
  OL_MERGE_SETTINGS: 'train all shards with the same flags, and name all their files',
  OL_SLICE_FORMAT: 'transfer the slice again',
  OL_FILE_MISSING: 'check the path; put glob patterns in quotes',
  OL_FILE_DIRECTORY: "name the files: 'DIR/*.csv' in quotes",
  OL_FILE_UNREADABLE: 'check its permissions',
  OL_FILE_CHECKSUM: '`ol-cli datasets fetch NAME` downloads it again',
  OL_FETCH: 'try again later: OL keeps the part that is downloaded',
  OL_INPUT_EMPTY: 'fix the bad line in the message, or set the format with `--format`',
  OL_INPUT_BINARY: 'convert it to one of the formats in `ol-cli help formats`',
  OL_INPUT_TRUNCATED: 'copy the file again',
  OL_INPUT_CORRUPT: 'copy the file again, or write it again with another program',
  OL_INPUT_COLUMN: 'compare the name with the columns in the message',
  OL_INPUT_COLUMNS:
    'compare the header with the names in the message; use `--no-header` if the first line is data, `--new-columns ignore` to skip further columns',
  OL_PACKAGE: 'install the package that the message names',
  OL_CACHE: 'delete the cache: OL makes it again from the input',
  OL_CHECKPOINT: 'pass the input that the checkpoint was made from',
  OL_LISTEN: 'choose another address or port; port 0 is any free port',
  OL_STORE: 'free space on its disk, or stop the other server; the next request tries again',
  OL_REQUEST: 'compare the request with `GET /docs`',
  OL_LIMIT:
    'send a shorter body after status 413; after others try again later, or raise the limit that the message names',
  OL_LINE_LABEL: 'fix the line, or name the label column (`--label`)',
  OL_LINE_WEIGHT: 'fix the line, or name the weight column (`--weight`)',
  OL_LINE_VALUE: 'leave the feature out if its value is unknown',
  OL_LINE_COLUMNS: 'check for a separator inside a value; `--delimiter` sets the separator',
  OL_LINE_TYPE: 'use `--categorical COLUMN` if the column contains names',
  OL_LINE_QUOTE: 'close the quote, or double a quote within a value',
  OL_LINE_SYNTAX: 'compare the line with the page of the format',
  OL_LINE_LONG: 'split the line: the limit is 16 MiB (`maxLineBytes` in a program)',
  OL_LINE_FEATURES: 'use fewer interactions or shorter n-grams',
  OL_LINE_ENCODING: 'convert the file to UTF-8',
}

/** Errors that the server returns for a request, without ending. */
const answered = { OL_REQUEST: '400, 401, 404 or 415', OL_LIMIT: '503, 429 or 413' }

const path = join(fileURLToPath(new URL('..', import.meta.url)), 'docs', 'errors.md')
const text = wrapped(page())
if (!process.argv.includes('--check')) writeFileSync(path, text)
else if (readFileSync(path, 'utf8') !== text) {
  console.error('docs/errors.md is not what the tables say: run node scripts/docs-errors.mjs')
  process.exitCode = 1
}

function page() {
  const codes = Object.keys(errorCodes)
  const without = codes.filter((code) => advice[code] === undefined)
  if (without.length > 0) throw new Error(`scripts/docs-errors.mjs has no advice for ${without.join(', ')}`)
  const groupOf = (code) => groups.find(([, pattern]) => pattern.test(code))[0]
  return `${[
    '# Errors',
    `Every error has a stable code and a message that names the offending value. In a program, it is an
\`OLError\` with \`code\`, \`value\`, \`expected\`, \`file\` and \`line\`. \`ol-cli\` prints the message with
the code in brackets, and ends with the exit code.`,
    `Generated from the tables of errors and exit codes by \`node scripts/docs-errors.mjs\`; a test
compares.`,
    ...order.flatMap((group) => [
      `## ${group}`,
      ...(group === 'Bad lines'
        ? [
            `OL reports a bad line, counts it by its code, and continues with the next line. It never learns
from a bad line. With \`--strict\`, the first bad line ends the run.`,
          ]
        : []),
      table(
        ['code', 'what it means', 'what to do', 'exit code'],
        codes
          .filter((code) => groupOf(code) === group)
          .map((code) => [`\`${code}\``, errorCodes[code], advice[code], exitText(code)]),
      ),
    ]),
    '## Exit codes',
    table(['code', 'when'], Object.entries(exitDescriptions)),
  ].join('\n\n')}\n`
}

function exitText(code) {
  if (code in answered) return `none: HTTP status ${answered[code]}`
  if (code.startsWith('OL_LINE_')) return '65 with `--strict`'
  const exit = exitOfCode(code)
  // no user of the command line can cause these
  return exit === 70 ? 'none: programs only' : String(exit)
}

function table(head, rows) {
  const line = (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n')
}
