import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// node scripts/docs-errors.mjs          writes docs/errors.md from the tables of errors, bad lines and exit codes
// node scripts/docs-errors.mjs --check  exits 1 where docs/errors.md is not what they say
//
// After a build: it reads packages/*/dist.

const built = (path) => import(new URL(`../packages/${path}`, import.meta.url))
const { errorCodes } = await built('spec/dist/index.js')
const { exitDescriptions, exitOfCode } = await built('cli/dist/exit.js')

/** The first group whose codes include a code has it. */
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
  OL_PARAMETER: 'compare the value with the range in the message; flags are in `ol-cli train --help`',
  OL_RULE: '`ol-cli help rules` lists them',
  OL_LOSS: '`ol-cli help losses` lists them; `ol-cli help rule NAME` says what a rule works with',
  OL_FEATURES: 'pass an object: numbers, strings, booleans, objects of these as namespaces',
  OL_LABEL: 'name the task (`--task`), the positive class (`--positive`) or another column (`--label`)',
  OL_WEIGHT: 'weights are finite numbers from 0 on',
  OL_VALUE: 'leave the feature out where its value is unknown',
  OL_BATCH: 'compare the lengths of its arrays with the message',
  OL_KEYS: "read with `bits: 'grow'`, or learn with a fixed number of bits",
  OL_FIRST_PASS: 'call `fitScales` once, before learning; on the command line name files, not a stream',
  OL_HORIZON: 'choose a larger horizon, or another rule',
  OL_PREDICT_ONLY: 'continue the model that was distilled, not the small one',
  OL_PART: 'pass the rule or the loss to `leanLearner`, or use `Learner`, which has everything',
  OL_BUSY: 'await the call before',
  OL_DIMENSION: 'choose a rule without a full matrix, or fewer features',
  OL_MEMORY: 'fewer `--bits`, `--rule auto-small` or `--rule nag`, a higher `OL_MAX_MEMORY`',
  OL_DIVERGED: 'a smaller `--learning-rate`, or a rule that needs none (`auto`)',
  OL_BACKEND: '`ol-cli info` says why; without `--backend` OL takes what is there',
  OL_ADDON_BROKEN: 'install it again; `OL_BACKEND=fallback` does without',
  OL_MODEL_FORMAT: 'copy the file again, or take the model of the last save',
  OL_MODEL_CHECKSUM: 'copy the file again, or take the model of the last save',
  OL_MODEL_VERSION: 'use a newer OL',
  OL_MODEL_MISMATCH: 'leave the option out, or train a new model; `ol-cli inspect MODEL` prints its settings',
  OL_MODEL_STATE: 'the file of before is as it was; please report it, with the rule and the loss',
  OL_MERGE_RULE: 'see [merging](merging.md) for the rules that can be',
  OL_MERGE_SETTINGS: 'learn all shards with the same flags; name all their files',
  OL_SLICE_FORMAT: 'move the slice again',
  OL_FILE_MISSING: 'compare the path; patterns need quotes',
  OL_FILE_DIRECTORY: "name the files: 'DIR/*.csv' in quotes",
  OL_FILE_UNREADABLE: 'compare its permissions',
  OL_FILE_CHECKSUM: '`ol-cli datasets fetch NAME` downloads it again',
  OL_FETCH: 'try again later: what was downloaded is kept',
  OL_INPUT_EMPTY: 'the message has the first bad line; `--format` names the format',
  OL_INPUT_BINARY: 'convert it to one of the formats in `ol-cli help formats`',
  OL_INPUT_TRUNCATED: 'copy the file again',
  OL_INPUT_CORRUPT: 'copy the file again, or write it again with another program',
  OL_INPUT_COLUMN: 'compare the name with those in the message',
  OL_INPUT_COLUMNS:
    'compare the header with the names in the message; `--no-header` where the first line is data, `--new-columns ignore` for further columns',
  OL_PACKAGE: 'install the package that the message names',
  OL_CACHE: 'delete the cache: it is made again from the input',
  OL_CHECKPOINT: 'give the input that the checkpoint was made of',
  OL_LISTEN: 'choose another address or port: port 0 is any that is free',
  OL_STORE: 'free space on its disk, or stop the other server; the next request tries again',
  OL_REQUEST: 'compare the request with `GET /docs`',
  OL_LIMIT: 'try again later, or raise the limit that the message names',
  OL_LINE_LABEL: 'fix the line, or name the label column (`--label`)',
  OL_LINE_WEIGHT: 'fix the line, or name the weight column (`--weight`)',
  OL_LINE_VALUE: 'leave the feature out where its value is unknown',
  OL_LINE_COLUMNS: 'look for a separator within a value; `--delimiter` names it',
  OL_LINE_TYPE: '`--categorical COLUMN` where the column is a name',
  OL_LINE_QUOTE: 'close the quote, or double a quote within a value',
  OL_LINE_SYNTAX: 'compare with the page of the format',
  OL_LINE_LONG: 'split the line: the cap is 16 MiB (`maxLineBytes` in a program)',
  OL_LINE_FEATURES: 'fewer interactions, or shorter n-grams',
  OL_LINE_ENCODING: 'convert the file to UTF-8',
}

const path = join(fileURLToPath(new URL('..', import.meta.url)), 'docs', 'errors.md')
const text = page()
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
    'Every error has a code that does not change, and a message that names the offending value. In a program it is an `OLError` with `code`, `value`, `expected`, `file` and `line`; `ol-cli` prints the message with the code in brackets, and ends with the exit code.',
    'Generated from the tables of errors and exit codes by `node scripts/docs-errors.mjs`; a test compares.',
    ...order.flatMap((group) => [
      `## ${group}`,
      ...(group === 'Bad lines'
        ? [
            'A bad line is reported, counted by its code, and never learned from; the run goes on. Under `--strict` the first one ends it.',
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
  return code.startsWith('OL_LINE_') ? '65 with `--strict`' : String(exitOfCode(code))
}

function table(head, rows) {
  const line = (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n')
}
