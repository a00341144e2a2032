import { clipCodes, type LaterMeasure } from './backend.js'
import { bendingCalls } from './bending-calls.js'
import type {
  CheckBlockCall,
  CrossCall,
  LearnCall,
  LocateCall,
  PlaceRowsCall,
  PlainNamesCall,
  TokenizeCall,
  UnseenCall,
} from './call-arguments.js'
import {
  arraysOf,
  type CallFields,
  codesOf,
  flag,
  lanes,
  type NumberField,
  numbersOf,
  type Range,
  size,
} from './call-fields.js'
import { derivationCalls } from './derivation-calls.js'
import { formatEntry, formatNames, type TokenFormat } from './formats.js'
import type { NameMode } from './hashing.js'
import { losses } from './loss-table.js'
import type { LossId } from './losses.js'
import { mergingCalls } from './merging-calls.js'
import { mixingCalls } from './mixing-calls.js'
import { namedRules, type RuleName } from './modifiers/index.js'
import type { Update } from './rules/index.js'
import { thresholdCalls } from './threshold-calls.js'
import { labelModes } from './tokenizer.js'
import { validationCalls } from './validation-calls.js'

/*
 * The calls of the native addon, with their arguments in this order. native/index.js packs arguments by this table, and
 * native/binding/calls.h is generated from it (`node native/generate.mjs`): order, names and ranges are defined only
 * here.
 */

export type CallName =
  | 'learn'
  | 'tokenize'
  | 'cross'
  | 'locate'
  | 'placeRows'
  | 'unseen'
  | 'plainNames'
  | 'checkBlock'
  | keyof typeof mixingCalls
  | keyof typeof thresholdCalls
  | keyof typeof bendingCalls
  | 'merge'
  | 'expand'
  | 'screen'
  | keyof typeof validationCalls

const ruleCodes: Record<RuleName, number> = codesOf(namedRules)
const lossCodes: Record<LossId, number> = codesOf(losses)
const updateCodes: Record<Update, number> = { plain: 0, invariant: 1 }
const formatCodes: Record<TokenFormat, number> = Object.fromEntries(
  formatNames.flatMap((name) => {
    const { code } = formatEntry(name)
    return code === undefined ? [] : [[name, code]]
  }),
) as Record<TokenFormat, number>
const hashCodes: Record<NameMode, number> = { strings: 0, all: 1, whole: 2 }
const byte: Range = [0, 127]

const measure: readonly NumberField[] = numbersOf<{ measure: LaterMeasure }>({
  measure: {
    from: lanes,
    loss: { codes: lossCodes },
    lossParams: { element: 0 },
    clip: { codes: clipCodes },
    clipMin: 'any',
    clipMax: 'any',
  },
})

export const calls: Record<CallName, CallFields> = {
  learn: {
    cached: true,
    numbers: numbersOf<LearnCall>({
      plan: {
        rule: { codes: ruleCodes },
        loss: { codes: lossCodes },
        lossParams: { element: 0 },
        update: { codes: updateCodes },
        clip: { codes: clipCodes },
        clipMin: 'any',
        clipMax: 'any',
        reach: 'any',
      },
      table: { rows: [1, 2 ** 40], lanes, precision: { codes: { float32: 0, float64: 1 } } },
      layout: { laneStride: [1, 2 ** 40], laneStep: [1, 2 ** 40], sharedStart: size, sharedStride: size },
      batch: { size },
    }),
    arrays: arraysOf<LearnCall>({
      plan: {
        params: 'f64',
        groupFactors: ['f64', 'optional'],
        classes: ['f64', 'optional'],
        standardize: ['f64', 'optional'],
        errors: ['f64', 'optional'],
        measures: [measure, 'optional'],
      },
      table: { lane: 'real', shared: 'f64', scalars: 'f64' },
      batch: {
        offsets: 'u32',
        indices: 'u32',
        groups: ['u8', 'optional'],
        values: 'f64',
        labels: 'f64',
        weights: ['f64', 'optional'],
        initial: ['f64', 'optional'],
        laneWeights: ['f64', 'optional'],
        labelUnits: ['f64', 'optional'],
        derived: ['u32', 'optional'],
        ends: ['u32', 'optional'],
      },
      results: { predictions: 'f64', losses: 'f64', status: 'u8' },
    }),
  },
  tokenize: {
    cached: true,
    numbers: numbersOf<TokenizeCall>({
      plan: {
        format: { codes: formatCodes },
        hash: { codes: hashCodes },
        seed: [0, 2 ** 32 - 1],
        constant: flag,
        missing: flag,
        labelMode: [0, Math.max(...Object.values(labelModes))],
        positive: 'any',
        maxLineBytes: size,
        delimiter: byte,
        decimal: byte,
        quote: byte,
        comment: byte,
        escape: byte,
        dates: [0, 2],
        skipBlank: flag,
        prose: flag,
        charNgrams: [0, 8],
        spaces: flag,
        wide: flag,
      },
      chunk: { start: size, end: size, final: flag },
    }),
    arrays: arraysOf<TokenizeCall>({
      plan: {
        labelTexts: 'u8',
        labelEnds: 'u32',
        labelValues: 'f64',
        labelNumbers: 'f64',
        labelKey: 'u8',
        missingTexts: 'u8',
        header: 'u8',
        roles: 'u8',
        forms: 'u8',
        columnHashes: 'u32',
        columnUppers: 'u32',
        columnSpaces: 'u8',
        columnOrder: 'u32',
      },
      chunk: { bytes: 'u8' },
      out: {
        offsets: 'u32',
        indices: 'u32',
        upper: 'u32',
        values: 'f64',
        labels: 'f64',
        weights: 'f64',
        initial: 'f64',
        lines: 'u32',
        tags: 'u32',
        spaces: 'u32',
        spaceEnds: 'u32',
        bad: 'u32',
        odd: 'u32',
        missing: 'u32',
        counts: 'f64',
      },
    }),
  },
  cross: {
    numbers: numbersOf<CrossCall>({
      plan: { permutations: flag, constant: flag, wide: flag, groups: flag },
      call: { first: [0, 2 ** 32 - 1], until: [0, 2 ** 32 - 1] },
    }),
    arrays: arraysOf<CrossCall>({
      plan: {
        goesBy: 'u32',
        spaceOf: 'u8',
        columns: 'u8',
        grams: 'u32',
        skips: 'u32',
        most: 'u32',
        interactions: 'u8',
        interactionEnds: 'u32',
        named: 'u8',
        namedEnds: 'u32',
      },
      tokens: {
        offsets: 'u32',
        indices: 'u32',
        upper: 'u32',
        values: 'f64',
        spaces: 'u32',
        spaceEnds: 'u32',
      },
      out: { starts: 'u32', lowers: 'u32', uppers: 'u32', amounts: 'f64', groups: 'u8', faults: 'u8' },
    }),
  },
  locate: {
    numbers: numbersOf<LocateCall>({
      batch: { size: [0, 2 ** 32 - 1] },
      call: { from: [0, 2 ** 32 - 1], keep: flag },
    }),
    arrays: arraysOf<LocateCall>({
      slots: { slots: 'u32', keys: 'u32', counts: 'u32' },
      batch: {
        offsets: 'u32',
        indices: 'u32',
        upper: ['u32', 'optional'],
        values: 'f64',
        labels: 'f64',
        weights: ['f64', 'optional'],
      },
      call: { rows: 'u32' },
    }),
  },
  placeRows: {
    numbers: numbersOf<PlaceRowsCall>({ call: { until: [0, 2 ** 32 - 1], distinct: flag } }),
    arrays: arraysOf<PlaceRowsCall>({ slots: { slots: 'u32', keys: 'u32', counts: 'u32' } }),
  },
  unseen: {
    numbers: numbersOf<UnseenCall>({
      batch: { size: [0, 2 ** 32 - 1] },
      call: { from: [0, 2 ** 32 - 1] },
      seen: { wide: flag },
    }),
    arrays: arraysOf<UnseenCall>({
      seen: { slots: 'u32', counts: 'u32', first: 'u32' },
      batch: { offsets: 'u32', indices: 'u32', upper: ['u32', 'optional'], values: 'f64' },
      call: { found: 'u32' },
    }),
  },
  plainNames: {
    numbers: numbersOf<PlainNamesCall>({
      plan: { format: { codes: formatCodes }, constant: flag },
      chunk: { end: [0, 2 ** 32 - 1], size: [0, 2 ** 32 - 1] },
      call: { from: [0, 2 ** 32 - 1] },
    }),
    arrays: arraysOf<PlainNamesCall>({
      chunk: { bytes: 'u8', lines: 'u32', offsets: 'u32', cursor: 'u32' },
      call: { at: 'u32' },
      out: { text: 'u8', ends: 'u32', counts: 'u32' },
    }),
  },
  checkBlock: {
    numbers: numbersOf<CheckBlockCall>({
      call: { classes: [0, 2 ** 32 - 1] },
      block: { sum: [0, 2 ** 32 - 1], size: [0, 2 ** 32 - 1] },
    }),
    arrays: arraysOf<CheckBlockCall>({
      block: {
        bytes: 'u8',
        offsets: 'u32',
        values: 'f64',
        singles: ['real', 'optional'],
        labels: 'f64',
        weights: ['f64', 'optional'],
        initial: ['f64', 'optional'],
      },
    }),
  },
  ...mixingCalls,
  ...thresholdCalls,
  ...bendingCalls,
  ...mergingCalls,
  ...derivationCalls,
  ...validationCalls,
}
