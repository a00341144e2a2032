/** The first lines of a file: the names of its columns, and an example to change. */
export interface Head {
  readonly columns: readonly string[]
  readonly example: string
}

/** Returns what the first 64 KiB of a file show. */
export async function headOf(file: File): Promise<Head> {
  const start = new Uint8Array(await file.slice(0, 2).arrayBuffer())
  const gzip = start[0] === 0x1f && start[1] === 0x8b
  const stream = gzip ? file.stream().pipeThrough(new DecompressionStream('gzip')) : file.stream()
  const lines = (await textOf(stream, 1 << 16)).split(/\r?\n/)
  const [first = '', second = ''] = lines
  if (first.trimStart().startsWith('{')) return { columns: Object.keys(JSON.parse(first)), example: first }
  const delimiter = ['\t', ';', ','].find((one) => first.includes(one)) ?? ','
  const columns = first.split(delimiter).map((name) => name.trim().replace(/^"(.*)"$/, '$1'))
  return { columns, example: `${first}\n${second}` }
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
