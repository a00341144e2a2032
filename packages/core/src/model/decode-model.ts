import { type Backend, OLError, ruleOf, scalarCount } from '@ol/spec'
import { holdsScales, tracksScales } from '../names/scales.js'
import { createTable } from '../table/allocate.js'
import { bitsFor } from '../table/growing-store.js'
import { beforeLoading } from '../table/huge-pages.js'
import { allSteps } from '../table/steps.js'
import { Checksum, checksumText } from './checksum.js'
import { checkCounts, checkElements, corrupt } from './model-check.js'
import type { CheckedModel, ExpertFile, ModelState } from './model-file.js'
import { checksumLength, checksumOffset, decodeHeader, encodeHeader, maxHeader } from './model-header.js'
import { checkNames, emptyNames, type NamesHeader } from './model-names.js'
import { checkSound } from './model-sound.js'
import { sumsOf, tensorsOf } from './model-tensors.js'
import { elementsOf, spans } from './tensor-bytes.js'
import { scatter, width } from './tensor-elements.js'
import { SlotCheck } from './touched.js'

/** Reads this many bytes, or fewer at the end of the file. */
export type ModelDecoder = Generator<number, ModelState, Uint8Array>

/**
 * Reads a model file of `size` bytes: OL_MODEL_FORMAT, OL_MODEL_VERSION or OL_MODEL_CHECKSUM if it is not exactly a
 * file that `encodeModel` writes. Nothing is allocated before the header has been checked against the size. The
 * table is aligned for the backend (see `Backend.advise`).
 */
export function* decodeModel(size: number, backend: Backend): ModelDecoder {
  const { checked: _, ...model } = (yield* decodeFile(size, backend, false)).model
  return model
}

/** A file that was decoded. */
interface Decoded {
  readonly model: CheckedModel
  readonly checksum: number
}

/** `within`: whether it is the file of an expert */
function* decodeFile(
  size: number,
  backend: Backend,
  within: boolean,
): Generator<number, Decoded, Uint8Array> {
  const start = new Uint8Array(exactly(yield 8, 8, 0))
  const length = Number(new DataView(start.buffer).getBigUint64(0, true))
  if (length > size - 8 || length > maxHeader || length < checksumOffset) {
    throw new OLError(
      'OL_MODEL_FORMAT',
      `Expected a model file but it has only ${size} bytes: it is not a model, or is truncated`,
      {
        value: size,
      },
    )
  }
  const head = new Uint8Array(8 + length)
  head.set(start)
  head.set(exactly(yield length, length, 8), 8)
  const own = head.slice()
  const stated = new TextDecoder().decode(head.subarray(checksumOffset, checksumOffset + checksumLength))
  head.fill(0x30, checksumOffset, checksumOffset + checksumLength)
  const header = decodeHeader(head.subarray(8))
  const { settings, rows } = header
  const tensors = tensorsOf(header, scalarCount(ruleOf(settings), settings.lanes))
  if (!sameBytes(head, encodeHeader(header, tensors))) {
    const text =
      'The header of the model does not follow from its own settings: the file is corrupt, or not written by OL'
    throw new OLError('OL_MODEL_FORMAT', text)
  }
  const expected = head.length + tensors[tensors.length - 1].end
  if (size !== expected) {
    const text = `Expected ${expected} bytes by the header of the model but it has ${size}: it is truncated or corrupt`
    throw new OLError('OL_MODEL_FORMAT', text, { value: size, expected: String(expected) })
  }
  if (within && header.expansion !== undefined)
    throw new OLError('OL_MODEL_FORMAT', 'The model is corrupt: an expert has experts of its own')
  // ranges of the table depend on them
  checkCounts(header)
  const { bits, lanes, precision } = settings
  const table = createTable(settings, bits === 'grow' ? bitsFor(rows) : bits, lanes, precision, backend)
  const keys = bits === 'grow' ? new Uint32Array(2 * rows) : undefined
  const sums = sumsOf(settings, rows).map(
    ({ shape }) => new Float64Array(shape.reduce((product, side) => product * side, 1)),
  )
  const stored = emptyNames(header.names ?? noNames, holdsScales(settings, header.names))
  const slots = header.slots === undefined ? undefined : new Uint32Array(header.slots)
  const experts: ExpertFile[] = []
  const expansion = header.expansion && { numbers: new Float64Array(header.expansion.numbers), experts }
  const state = { table, keys, slots, sums, names: stored, expansion }
  const rest = new Checksum()
  let position = head.length
  let outside: ReturnType<typeof checkElements>
  const check = slots === undefined ? undefined : new SlotCheck(slots, table.rows)
  let canPlace = true
  if (slots === undefined) beforeLoading(table, undefined, backend)
  for (const tensor of tensors) {
    const { kind } = tensor.source
    if (kind === 'expert') {
      const length = tensor.end - tensor.start
      const file = length === 0 ? undefined : yield* decodeFile(length, backend, true)
      if (file !== undefined) rest.addFile(file.checksum, length)
      experts.push({ length, model: file?.model })
      position += length
      continue
    }
    for (const [from, to] of spans(tensor)) {
      const wanted = (to - from) * width(tensor)
      const piece = exactly(yield wanted, wanted, position)
      rest.add(piece)
      position += wanted
      const elements = elementsOf(tensor, piece)
      outside ??= checkElements(tensor, elements, from, header.counts.examples, backend)
      if (kind === 'lane' || kind === 'shared') check?.note(elements, from, tensor.shape[1] ?? 1)
      // a slot that is none is refused below
      if (canPlace) scatter(state, tensor, from, elements, backend)
    }
    if (kind !== 'slots') continue
    canPlace = check?.place() !== false
    if (canPlace) beforeLoading(table, slots, backend)
  }
  const checksum = checksumText(rest.after(head))
  if (checksum !== stated) {
    const text = `Expected the checksum ${JSON.stringify(stated)} but the contents of the model have ${checksum}: it is corrupt`
    throw new OLError('OL_MODEL_CHECKSUM', text, { value: stated, expected: checksum })
  }
  if (outside !== undefined) throw corrupt(outside)
  check?.finish()
  allSteps(checkSound(header, { table, slots, size: slots?.length ?? rows }, backend))
  checkNames(stored, bits === 'grow')
  const names = tracksScales(settings) ? stored : { ...stored, scales: undefined }
  const unnamed = header.names?.unnamed ?? header.counts.features > 0
  const model = { settings, counts: header.counts, table, keys, sums, names, unnamed, expansion }
  return {
    model: { ...model, checked: { slots, missing: header.missing === true } },
    checksum: rest.after(own),
  }
}

const noNames: NamesHeader = { count: 0, bytes: 0, unnamed: false }

function exactly(piece: Uint8Array, length: number, position: number): Uint8Array {
  if (piece.length === length) return piece
  const text = `The model is truncated: it ends after ${position + piece.length} bytes`
  throw new OLError('OL_MODEL_FORMAT', text, { value: position + piece.length })
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}
