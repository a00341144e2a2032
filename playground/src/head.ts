import { stats } from '@ol/pipeline'

/** The first lines of a file: the names of its columns, and an example to change. */
export interface Head {
  readonly columns: readonly string[]
  /** the place of the column that is the label unless another is chosen */
  readonly label: number
  readonly example: string
}

/** Returns what the first 64 KiB of a file show. */
export async function headOf(file: File): Promise<Head> {
  const start = new Uint8Array(await file.slice(0, 2).arrayBuffer())
  const gzip = start[0] === 0x1f && start[1] === 0x8b
  const stream = gzip ? file.stream().pipeThrough(new DecompressionStream('gzip')) : file.stream()
  const lines = (await textOf(stream, 1 << 16)).split(/\r?\n/)
  const [first = '', second = ''] = lines
  if (first.trimStart().startsWith('{')) return headWith(Object.keys(JSON.parse(first)), first)
  const table = await tableOf(lines.length > 1 ? lines.slice(0, -1) : lines)
  if (table !== undefined) return { ...table, example: `${first}\n${second}` }
  return headWith(first.split(','), `${first}\n${second}`)
}

/** Returns the columns and the label that the reader infers from lines. */
async function tableOf(lines: readonly string[]): Promise<Omit<Head, 'example'> | undefined> {
  try {
    const { schema, label } = (await stats(new TextEncoder().encode(`${lines.join('\n')}\n`))).report
    if (schema === undefined) return undefined
    const columns = schema.columns.map(({ name }) => name)
    return { columns, label: columns.indexOf(label?.column ?? '') }
  } catch {
    return undefined
  }
}

/** Returns a head whose label is the member of that name, or the last one. */
function headWith(columns: readonly string[], example: string): Head {
  const label = columns.indexOf('label')
  return { columns, label: label < 0 ? columns.length - 1 : label, example }
}

async function textOf(stream: ReadableStream<Uint8Array>, most: number): Promise<string> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let text = ''
  while (text.length < most) {
    const { done, value } = await reader.read()
    if (done) break
    text += decoder.decode(value, { stream: true })
  }
  await reader.cancel()
  return text
}
