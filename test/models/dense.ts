import { crc32 } from 'node:zlib'

interface Tensor {
  readonly dtype: string
  readonly shape: readonly number[]
  readonly data_offsets: readonly [from: number, to: number]
}

/** Returns a model file of format version 2 as version 1 has it: with every slot, those that were not touched all zeros. */
export function denseOf(bytes: Buffer): Buffer {
  const length = 8 + Number(bytes.readBigUInt64LE(0))
  const { __metadata__: metadata, ...tensors } = JSON.parse(bytes.subarray(8, length).toString()) as {
    readonly __metadata__: Record<string, string>
  } & Record<string, Tensor>
  if (metadata.format_version !== '2') return bytes
  const held = Number(metadata.slots)
  const rows = 2 ** Number(metadata.bits)
  const contents = ({ data_offsets: [from, to] }: Tensor): Buffer =>
    bytes.subarray(length + from, length + to)
  const numbers = contents(tensors.slot)
  const slots = Array.from({ length: held }, (_, i) => numbers.readUInt32LE(4 * i))
  const names = Object.keys(tensors)
  const perSlot = new Set(names.slice(0, names.indexOf('scalars')))
  const header: Record<string, unknown> = {
    __metadata__: Object.fromEntries(
      Object.entries({ ...metadata, format_version: '1', checksum: '00000000' }).filter(
        ([key]) => key !== 'slots',
      ),
    ),
  }
  const parts: Buffer[] = []
  let position = 0
  const add = (name: string, dtype: string, shape: readonly number[], part: Buffer): void => {
    header[name] = { dtype, shape, data_offsets: [position, position + part.length] }
    parts.push(part)
    position += part.length
  }
  let number = 0
  for (const [name, tensor] of Object.entries(tensors)) {
    if (name === 'slot' || name.startsWith('filler_')) continue
    if (position % 64 !== 0)
      add(`filler_${number++}`, 'U8', [64 - (position % 64)], Buffer.alloc(64 - (position % 64)))
    number++
    const own = contents(tensor)
    if (!perSlot.has(name)) {
      add(name, tensor.dtype, tensor.shape, own)
      continue
    }
    const width = own.length / held
    const all = Buffer.alloc(rows * width)
    for (let i = 0; i < held; i++) own.copy(all, slots[i] * width, i * width, (i + 1) * width)
    add(name, tensor.dtype, [rows, ...tensor.shape.slice(1)], all)
  }
  const json = Buffer.from(JSON.stringify(header))
  const head = Buffer.alloc(Math.ceil((8 + json.length) / 64) * 64, ' ')
  head.writeBigUInt64LE(BigInt(head.length - 8))
  json.copy(head, 8)
  const file = Buffer.concat([head, ...parts])
  file.write(crc32(file).toString(16).padStart(8, '0'), file.indexOf('00000000'))
  return file
}
