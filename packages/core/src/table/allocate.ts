import { memory as machineMemory, memoryFacts } from '@ol/platform'
import {
  type Backend,
  engineScalars,
  laneStates,
  layoutOf,
  OLError,
  type Precision,
  type RuleId,
  rules,
  scalarCount,
  type Table,
} from '@ol/spec'

/**
 * Allocates an untrained table. OL_MEMORY where it cannot be allocated or would not fit into memory.
 *
 * @param room lanes that the slots have room for
 */
export function createTable(
  rule: RuleId,
  bits: number,
  lanes: number,
  precision: Precision,
  backend?: Backend,
  room: number = lanes,
): Table {
  const rows = 2 ** bits
  const layout = layoutOf(rules[rule], rows, room, precision)
  const states = lanes === 1 ? '' : ` and ${room} lanes of ${rules[rule].lane.length} numbers`
  const text = `A table of 2^${bits} slots${states} of rule ${rule} in ${precision} needs ${sizeText(layout.bytes)}`
  const words = Math.ceil(layout.bytes / 8)
  const fewer = (memory: number): string => remedy(rule, bits, lanes, layout.bytes, memory)
  const { buffer, start } = allocate(words * 8, text, backend, fewer)
  const scalars = new Float64Array(scalarCount(rules[rule], lanes))
  engineScalars.forEach(({ name }, i) => {
    if (name === 'min_label') scalars[i] = Number.POSITIVE_INFINITY
    if (name === 'max_label') scalars[i] = Number.NEGATIVE_INFINITY
  })
  return {
    rows,
    lanes,
    precision,
    layout,
    lane:
      precision === 'float32'
        ? new Float32Array(buffer, start, words * 2)
        : new Float64Array(buffer, start, words),
    shared: new Float64Array(buffer, start, words),
    scalars,
  }
}

/** Returns a table of more rows with the state of another, whose rows come first. OL_MEMORY as `createTable`. */
export function grownTable(rule: RuleId, table: Table, bits: number, backend?: Backend): Table {
  const { lanes, precision, rows, layout } = table
  const grown = createTable(rule, bits, lanes, precision, backend, lanes === 1 ? 1 : layout.laneStep)
  grown.lane.set(table.lane.subarray(0, rows * layout.laneStride))
  // with one lane the shared states lie in the same slots
  if (lanes > 1) {
    const { sharedStart, sharedStride } = layout
    const states = table.shared.subarray(sharedStart, sharedStart + rows * sharedStride)
    grown.shared.set(states, grown.layout.sharedStart)
  }
  grown.scalars.set(table.scalars)
  return grown
}

/**
 * Returns a table with the state of another of several lanes, and untrained lanes behind these: on its arrays where its slots have
 * room for them, otherwise on arrays with room for twice as many, so that adding lanes one by one costs as much as copying a few
 * tables. OL_MEMORY as `createTable`.
 */
export function widenedTable(rule: RuleId, table: Table, lanes: number, backend?: Backend): Table {
  const { rows, precision, layout } = table
  const entry = rules[rule]
  const scalars = widenedScalars(rule, table, lanes)
  if (lanes <= layout.laneStep) return { ...table, lanes, scalars }
  // the width of a matrix is a part of its state
  const room = entry.kind === 'matrix' ? lanes : 2 ** Math.ceil(Math.log2(lanes))
  const wider = createTable(rule, Math.log2(rows), lanes, precision, backend, room)
  const { laneStride, laneStep, sharedStart } = wider.layout
  const states = laneStates(entry, rows)
  for (let row = 0; row < rows; row++)
    for (let j = 0; j < states; j++) {
      const from = row * layout.laneStride + j * layout.laneStep
      wider.lane.set(table.lane.subarray(from, from + table.lanes), row * laneStride + j * laneStep)
    }
  const shared = table.shared.subarray(layout.sharedStart, layout.sharedStart + rows * layout.sharedStride)
  wider.shared.set(shared, sharedStart)
  return { ...wider, scalars }
}

/** Returns the scalars of a table with untrained lanes behind its own. */
function widenedScalars(rule: RuleId, { scalars, lanes: known }: Table, lanes: number): Float64Array {
  const wider = new Float64Array(scalarCount(rules[rule], lanes))
  const common = engineScalars.length + rules[rule].scalars.length
  wider.set(scalars.subarray(0, common))
  for (let from = common, to = common; from < scalars.length; from += known, to += lanes)
    wider.set(scalars.subarray(from, from + known), to)
  return wider
}

/**
 * Returns a buffer with this many bytes of zeros from `start` on, aligned to a cache line if the backend knows
 * addresses. OL_MEMORY where it cannot be allocated or would not fit into memory; `text`: what needs the bytes; `remedy`:
 * what to change.
 */
export function allocate(
  bytes: number,
  text: string,
  backend: Pick<Backend, 'advise'> | undefined,
  remedy: (memory: number) => string = () => '',
): { buffer: ArrayBuffer; start: number } {
  checkMemory(bytes, text, remedy)
  try {
    const buffer = new ArrayBuffer(bytes + (backend?.advise === undefined ? 0 : 64))
    return { buffer, start: backend?.advise?.(buffer) ?? 0 }
  } catch (cause) {
    throw new OLError('OL_MEMORY', `${text}, which cannot be allocated`, { value: bytes, cause })
  }
}

/** Bytes that are not looked for: asking what is left costs more than allocating them. */
const fewBytes = 1 << 16

/**
 * Throws OL_MEMORY where bytes that are needed are not left: a system that hands out memory it does not have ends the
 * process later, in the middle of a training.
 */
export function checkMemory(bytes: number, text: string, remedy: (memory: number) => string): void {
  if (bytes <= fewBytes) return
  const memory = machineMemory()
  if (bytes <= memory) return
  const left = `${memoryFacts().where} has ${sizeText(memory)} of memory left`
  throw new OLError('OL_MEMORY', `${text}, and ${left}${remedy(memory)}`, {
    value: bytes,
    expected: `<= ${memory} bytes`,
  })
}

/** Returns what to change where a table is too large. */
function remedy(rule: RuleId, bits: number, lanes: number, bytes: number, memory: number): string {
  const most = Math.floor(bits - Math.log2(bytes / memory))
  const slots = most >= 1 ? [`2^${most} slots or fewer (bits)`] : []
  const smaller = rules[rule].ensemble === undefined ? [] : ['a rule of fewer lanes (auto-small, nag)']
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
