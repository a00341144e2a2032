import { OLError } from '@ol/spec'
import { noExamples } from './example-sums.js'
import type { StoredHoldout, TrainingState } from './training-state.js'

type Check = (value: unknown) => boolean

const isObject: Check = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)
const isCount: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0
const isText: Check = (value) => typeof value === 'string'
const isBoolean: Check = (value) => typeof value === 'boolean'
const nullOr =
  (check: Check): Check =>
  (value) =>
    value === null || check(value)
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check)
const membersOf =
  (checks: Readonly<Record<string, Check>>): Check =>
  (value) =>
    isObject(value) &&
    Object.entries(checks).every(([name, check]) => check((value as Readonly<Record<string, unknown>>)[name]))

const exactWords: readonly unknown[] = ['NaN', 'Infinity', '-Infinity', '-0']
const isExact: Check = (value) => typeof value === 'number' || exactWords.includes(value)
const areSums = listOf(listOf(isExact))
/** An older file has undefined. */
const areExampleSums: Check = (value) =>
  value === undefined || (listOf(isCount)(value) && (value as readonly number[]).length === noExamples.length)
const isBadLine = membersOf({ line: isCount, message: isText, code: isText })

const areHeldOut = membersOf({
  sum: isExact,
  weight: isExact,
  counted: isCount,
  examples: isCount,
  losses: listOf(isExact),
  best: isCount,
  keptBytes: isCount,
})
const isHeldOut: Check = (value) =>
  areHeldOut(value) && (value as StoredHoldout).best <= (value as StoredHoldout).losses.length

const isBlank = membersOf({ why: (value) => value === 'blank', columns: listOf(isText) })
const isMarks = membersOf({
  why: (value) => value === 'marks',
  mark: isText,
  columns: listOf(isText),
  points: listOf(isText),
})
const isTableNotice = membersOf({ why: isText, columns: listOf(isText), text: isText })
const areKnownWarnings = listOf((value) => isBlank(value) || isMarks(value) || isTableNotice(value))
/** An older file has undefined. */
const areWarnings: Check = (value) => value === undefined || value === null || areKnownWarnings(value)

const isLabel = membersOf({ column: isText, by: isText })

const isShare: Check = (value) => Array.isArray(value) && isText(value[0]) && typeof value[1] === 'number'
const isPoint: Check = (value) => Array.isArray(value) && isCount(value[0]) && listOf(isShare)(value[1])
const isHistory = membersOf({ examples: isCount, points: listOf(isPoint) })

/** The checks of the members of a state; the reader checks its own options. */
const isState = membersOf({
  position: membersOf({ pass: isCount, examples: isCount, features: isCount, sums: areExampleSums }),
  passes: (value) => isCount(value) && value !== 0,
  cache: nullOr((value) => isText(value) || isBoolean(value)),
  holdout: nullOr((value) => value === false || isObject(value)),
  patiencePasses: nullOr(isCount),
  examples: (value) => value === undefined || value === null || isCount(value),
  heldOut: isHeldOut,
  reading: isObject,
  files: nullOr(listOf((value) => value === -1 || isCount(value))),
  every: isObject,
  progress: areSums,
  evaluation: areSums,
  farErrors: (value) => value === undefined || isCount(value),
  decidedBy: isText,
  losses: listOf(isExact),
  read: nullOr(
    membersOf({
      lines: isCount,
      skipped: isCount,
      badLines: listOf(isBadLine),
      badCounts: isObject,
      warnings: areWarnings,
    }),
  ),
  warnings: areWarnings,
  label: (value) => value === undefined || value === null || isLabel(value),
  mixture: (value) => value === undefined || isHistory(value),
  seconds: (value) => typeof value === 'number' && value >= 0,
  backend: nullOr(isText),
})

/** The state of a training as stored in a file. */
export type StoredState = TrainingState & { readonly heldOut: StoredHoldout }

/** @throws OLError OL_CHECKPOINT for a state that no training writes: a matching checksum does not prove who wrote it */
export function checkedState(value: unknown, place: { readonly file?: string }): StoredState {
  if (isState(value)) return value as StoredState
  throw notState(place)
}

export function notState(detail: { readonly file?: string; readonly cause?: unknown }): OLError {
  return new OLError(
    'OL_CHECKPOINT',
    'expected the state of a training but received other values: the file was not written by OL',
    detail,
  )
}
