import type { ColumnChunk, FileMetaData, RowGroup, SchemaTree } from 'hyparquet'
import type { ChunkFacts } from './check-pages.js'

/** A row group may have this many rows, or this many for each of its bytes. */
const mostRows = 2 ** 24
const mostRowsPerByte = 1024
/** The largest number of digits before and after the point of a decimal: writing more would take too long. */
const mostScale = 1000

/** A column chunk: its place in the file, the facts on which its pages depend, and the place of its table of pages. */
export interface ChunkPlace extends ChunkFacts {
  readonly start: number
  readonly end: number
  readonly rows: number
  readonly index: { readonly start: number; readonly end: number } | undefined
}

/**
 * Returns the column chunks of a file, in the order of their places.
 *
 * @throws Error if they are impossible: their counts limit the work of the library
 */
export function chunksOf(metadata: FileMetaData, tree: SchemaTree, fileBytes: number): ChunkPlace[] {
  for (const { name, scale = 0 } of metadata.schema)
    if (Math.abs(scale) > mostScale) throw new Error(`the column ${name} has the scale ${scale}`)
  const levels = levelsOf(tree)
  // the caller refuses a name that two columns of the schema have
  const leaves = leafCount(tree)
  const chunks = metadata.row_groups
    .flatMap((group) => group.columns.map((column) => chunkOf(column, group, levels)))
    .filter(({ start, end }) => start !== end)
  let sum = 0
  for (const { start, end } of chunks) {
    if (!(start >= 0 && end >= start && end <= fileBytes))
      throw new Error(`a column lies in the bytes ${start} to ${end} of ${fileBytes}`)
    sum += end - start
  }
  // a byte that belongs to many columns would be decoded as often
  if (sum > 2 * fileBytes) throw new Error(`the columns have ${sum} bytes, more than the file`)
  chunks.sort((a, b) => a.start - b.start)
  if (chunks.some(({ start }, k) => start === chunks[k + 1]?.start))
    throw new Error('two columns lie in one place')
  for (const group of metadata.row_groups) {
    checkRows(group)
    // the library detects these errors only after it has begun to read the other columns, and then nothing awaits them
    const own = new Set(group.columns.map(({ meta_data: data }) => pathKey(data?.path_in_schema ?? [])))
    const absent = [...levels.keys()].find((path) => !own.has(path))
    if (absent !== undefined) throw new Error(`a row group lacks the column ${absent.replaceAll('\0', '.')}`)
    if (group.columns.length > leaves) throw new Error('a row group has a column twice')
  }
  return chunks
}

function checkRows({ num_rows: rows, columns }: RowGroup): void {
  const bytes = columns.reduce(
    (sum, { meta_data: data }) => sum + Number(data?.total_compressed_size ?? 0),
    0,
  )
  const most = Math.max(mostRows, mostRowsPerByte * bytes)
  if (rows < 0 || rows > most)
    throw new Error(`expected at most ${most} rows in a row group of ${bytes} bytes but it has ${rows}`)
}

type Levels = Pick<ChunkFacts, 'definitionLevel' | 'repetitionLevel' | 'typeLength' | 'flat'>

function chunkOf(column: ColumnChunk, group: RowGroup, levels: ReadonlyMap<string, Levels>): ChunkPlace {
  const data = column.meta_data
  const own = data === undefined ? undefined : levels.get(pathKey(data.path_in_schema))
  if (data === undefined || own === undefined) throw new Error('a column is not in the schema')
  const rows = Number(group.num_rows)
  const values = own.repetitionLevel === 0 ? rows : Number(data.num_values)
  const most = Math.max(mostRows, mostRowsPerByte * Number(data.total_compressed_size))
  if (values < 0 || values > most) throw new Error(`a column has ${values} values`)
  const start = Number(data.dictionary_page_offset || data.data_page_offset)
  const index = Number(column.offset_index_offset ?? 0)
  return {
    ...own,
    type: data.type,
    values,
    rows,
    compressed: data.codec !== 'UNCOMPRESSED',
    start,
    end: start + Number(data.total_compressed_size),
    index: index === 0 ? undefined : { start: index, end: index + (column.offset_index_length ?? 0) },
  }
}

function leafCount({ children }: SchemaTree): number {
  return children.length === 0 ? 1 : children.reduce((sum, child) => sum + leafCount(child), 0)
}

/** Returns one string for a path: names may have dots. */
function pathKey(path: readonly string[]): string {
  return path.join('\0')
}

/** Returns the levels of the leaves of a schema, by the keys of their paths. */
function levelsOf(tree: SchemaTree): ReadonlyMap<string, Levels> {
  const levels = new Map<string, Levels>()
  const visit = ({ element, children, path }: SchemaTree, definition: number, repetition: number): void => {
    const isRoot = path.length === 0
    const definitionLevel = definition + (isRoot || element.repetition_type === 'REQUIRED' ? 0 : 1)
    const repetitionLevel = repetition + (element.repetition_type === 'REPEATED' ? 1 : 0)
    for (const child of children) visit(child, definitionLevel, repetitionLevel)
    if (children.length === 0)
      levels.set(pathKey(path), {
        definitionLevel,
        repetitionLevel,
        typeLength: element.type_length ?? 0,
        flat: path.length === 1 && repetitionLevel === 0,
      })
  }
  visit(tree, 0, 0)
  return levels
}
