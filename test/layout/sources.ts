import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A source file: its path from the root of the repository, with slashes, and its text. */
export interface SourceFile {
  readonly path: string
  readonly text: string
}

/** Folders without sources. */
const others = new Set(['node_modules', 'build', 'dist'])

/** Returns the files of some folders with this ending. It follows no links: some lead to whole packages. */
export function filesUnder(folders: readonly string[], ending: RegExp): SourceFile[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry): SourceFile[] => {
      const path = `${folder}/${entry.name}`
      if (entry.isDirectory()) return others.has(entry.name) ? [] : filesUnder([path], ending)
      return ending.test(entry.name) ? [{ path, text: readFileSync(join(root, path), 'utf8') }] : []
    }),
  )
}

const packages = readdirSync(join(root, 'packages')).map((name) => `packages/${name}/src`)

export const typescriptFiles: readonly SourceFile[] = filesUnder(packages, /\.ts$/)
export const nativeFiles: readonly SourceFile[] = filesUnder(
  ['native/core', 'native/binding'],
  /\.(cc|h|inc)$/,
)
