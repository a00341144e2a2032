import { knowsMemory, memory as machineMemory, memoryFacts } from '@ol/platform'
import {
  type Backend,
  engineScalars,
  layoutOf,
  type ModifiedRule,
  nameOf,
  OLError,
  type Precision,
  ruleOf,
  scalarCount,
  type Table,
  wholeTable,
} from '@ol/spec'
import type { Settings } from '../options/settings.js'
import { copyLanes, copyRowRange, scalarsOfLanes } from './copy-lanes.js'
import { wordsOf } from './words.js'

/** The numbers of the longest typed array of V8 before Node.js 22. */
const mostNumbers = 2 ** 32

/**
 * Allocates an untrained table, which takes memory as its slots are touched. Throws OL_MEMORY if it cannot be allocated
 * or would not fit into memory.
 *
 * @param capacity lanes that fit into the slots
 */
export function createTable(
  rule: ModifiedRule,
  bits: number,
  lanes: number,
  precision: Precision,
  backend?: Backend,
  capacity: number = lanes,
): Table {
  const rows = 2 ** bits
  const layout = layoutOf(ruleOf(rule), rows, capacity, precision)
  const states = lanes === 1 ? '' : ` and ${capacity} lanes of ${ruleOf(rule).lane.length} numbers`
  const text = `A table of 2^${bits} slots${states} of rule ${nameOf(rule)} in ${precision} needs ${sizeText(layout.bytes)}`
  const words = Math.ceil(layout.bytes / 8)
  const fewer = knowsMemory
    ? (memory: number): string => remedy(rule, bits, lanes, layout.bytes, memory)
    : undefined
  const { buffer, start } = allocate(words * 8, text, backend, false, fewer)
  const views = (): Pick<Table, 'lane' | 'shared'> => {
    try {
      const lane =
        precision === 'float32'
          ? new Float32Array(buffer, start, words * 2)
          : new Float64Array(buffer, start, words)
      return { lane, shared: new Float64Array(buffer, start, words) }
    } catch (cause) {
      // a runtime that can allocate the bytes may still not support an array of this length
      const help = fewer?.(mostNumbers * (precision === 'float32' ? 4 : 8)) ?? ''
      throw new OLError('OL_MEMORY', `${text}, which is more than an array can hold${help}`, {
        value: layout.bytes,
        cause,
      })
    }
  }
  const scalars = new Float64Array(scalarCount(ruleOf(rule), lanes))
  engineScalars.forEach(({ name }, i) => {
    if (name === 'min_label') scalars[i] = Number.POSITIVE_INFINITY
    if (name === 'max_label') scalars[i] = Number.NEGATIVE_INFINITY
  })
  return {
    rows,
    lanes,
    precision,
    layout,
    ...views(),
    scalars,
  }
}

/** Returns an untrained table of 2^bits rows that are as wide as another's. OL_MEMORY as `createTable`. */
export function tableAsWide(
  rule: ModifiedRule,
  { lanes, precision, layout }: Table,
  bits: number,
  backend?: Backend,
): Table {
  return createTable(rule, bits, lanes, precision, backend, lanes === 1 ? 1 : layout.laneStep)
}

/** Returns a table of more rows with the state of another, whose rows come first. OL_MEMORY as `createTable`. */
export function grownTable(rule: ModifiedRule, table: Table, bits: number, backend?: Backend): Table {
  const grown = tableAsWide(rule, table, bits, backend)
  // rows are taken one after another
  backend?.advise?.(grown.lane.buffer as ArrayBuffer, 'whole')
  copyRowRange({ table, words: wordsOf(table) }, 0, table.rows, { table: grown, words: wordsOf(grown) }, 0)
  grown.scalars.set(table.scalars)
  return grown
}

/**
 * Returns a table with the state of another of several lanes, and untrained lanes after these: on its arrays if its
 * slots have capacity for them, otherwise on arrays with capacity for twice as many, so that adding lanes one by one
 * costs as much as copying a few tables. OL_MEMORY as `createTable`.
 */
export function widenedTable(rule: ModifiedRule, table: Table, lanes: number, backend?: Backend): Table {
  const { rows, precision, layout } = table
  const own = Array.from({ length: table.lanes }, (_, l) => l)
  const scalars = scalarsOfLanes(rule, table, own, lanes)
  if (lanes <= layout.laneStep) return { ...table, lanes, scalars }
  // the width of a matrix is a part of its state
  const capacity = ruleOf(rule).kind === 'matrix' ? lanes : 2 ** Math.ceil(Math.log2(lanes))
  const wider = createTable(rule, Math.log2(rows), lanes, precision, backend, capacity)
  copyLanes(rule, table, own, wider)
  return { ...wider, scalars }
}

/**
 * Returns a buffer with this many bytes of zeros from `start` on, aligned to a cache line if the backend knows
 * addresses. OL_MEMORY if it cannot be allocated or would not fit into memory; `text`: what needs the bytes; `whole`: all of them
 * will be used soon; `remedy`: what to change.
 */
export function allocate(
  bytes: number,
  text: string,
  backend: Pick<Backend, 'advise'> | undefined,
  whole: boolean,
  remedy: (memory: number) => string = () => '',
): { buffer: ArrayBuffer; start: number } {
  checkMemory(bytes, text, remedy)
  try {
    const buffer = new ArrayBuffer(bytes + (backend?.advise === undefined ? 0 : 64))
    return { buffer, start: backend?.advise?.(buffer, whole ? 'whole' : 'none') ?? 0 }
  } catch (cause) {
    throw new OLError('OL_MEMORY', `${text}, which cannot be allocated`, { value: bytes, cause })
  }
}

/** For fewer bytes the remaining memory is not checked, which costs more than allocating them. */
const fewBytes = 1 << 16

/**
 * Throws OL_MEMORY if the needed bytes are not available: a system that overcommits memory would kill the process
 * later, in the middle of a training.
 */
export function checkMemory(bytes: number, text: string, remedy: (memory: number) => string): void {
  if (!knowsMemory || bytes <= fewBytes) return
  const memory = machineMemory()
  if (bytes <= memory) return
  const left = `${memoryFacts().where} has ${sizeText(memory)} of memory left`
  throw new OLError('OL_MEMORY', `${text}, and ${left}${remedy(memory)}`, {
    value: bytes,
    expected: `<= ${memory} bytes`,
  })
}

/** Returns the advice about a table that is too large. */
function remedy(rule: ModifiedRule, bits: number, lanes: number, bytes: number, memory: number): string {
  const most = Math.floor(bits - Math.log2(bytes / memory))
  const slots = most >= 1 ? [`2^${most} slots or fewer (bits)`] : []
  const smaller = ruleOf(rule).ensemble === undefined ? [] : ['a rule of fewer lanes (auto-small, nag)']
  const other = lanes === 1 ? [] : ['fewer classes, rates or replicates', ...smaller]
  const choices = [...slots, ...other]
  return choices.length === 0 ? '' : `: choose ${choices.join(', or ')}`
}

/** `16.0 MiB` */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`
  const units = ['KiB', 'MiB', 'GiB', 'TiB', 'PiB']
  let unit = 0
  let size = bytes / 1024
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024
    unit++
  }
  return `${size.toFixed(1)} ${units[unit]}`
}

/** Returns whether an example changes rows of a table beyond its features': in one of its lanes. */
export function changesWhole(settings: Settings): boolean {
  const { params, lanes } = settings
  const entry = ruleOf(settings)
  for (let l = 0; l < lanes; l++)
    if (
      wholeTable(
        entry,
        entry.params.map((_, j) => params[j * lanes + l]),
      )
    )
      return true
  return false
}
