import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { OLError } from '@ol/spec'
import { ClassicLevel } from 'classic-level'

/** A database of LevelDB. */
export type Database = ClassicLevel<Uint8Array, Uint8Array>

/** Opens the database, or begins one; a corrupt one is repaired first. */
export async function openDatabase(folder: string, say: (text: string) => void): Promise<Database> {
  const refused = (error: unknown): OLError =>
    new OLError(
      'OL_STORE',
      codeOf(error) === 'LEVEL_LOCKED'
        ? `Expected a store of its own for each server but ${folder} is in use`
        : `The log in ${folder} cannot be opened: ${reasonOf(error)}`,
      { value: folder, cause: error },
    )
  let database: Database
  try {
    if (await lacksStart(folder)) throw new Damage('its file CURRENT is missing')
    database = await openedSound(folder)
  } catch (error) {
    if (!isDamage(error)) throw refused(error)
    say(`the log is corrupt (${reasonOf(error)}): it is repaired, and what cannot be read is left out`)
    try {
      await ClassicLevel.repair(folder)
      database = await openedSound(folder)
    } catch (cause) {
      throw refused(cause)
    }
  }
  for (const line of await dropped(folder)) say(`a part of the log cannot be read: ${line}`)
  return database
}

/** Opens the database, and reads its first and last key: files that are corrupt may be noticed only then. */
async function openedSound(folder: string): Promise<Database> {
  const database: Database = new ClassicLevel<Uint8Array, Uint8Array>(folder, {
    keyEncoding: 'view',
    valueEncoding: 'view',
  })
  try {
    await database.open()
    for (const reverse of [false, true]) await database.keys({ limit: 1, reverse }).all()
  } catch (error) {
    await database.close().catch(() => undefined)
    throw error
  }
  return database
}

/** Damage that the database would not notice. */
class Damage extends Error {}

/** Returns whether there are records without the file that names the others: the database would begin again, and remove them. */
async function lacksStart(folder: string): Promise<boolean> {
  const names: readonly string[] = await readdir(folder).catch(() => [])
  return !names.includes('CURRENT') && names.some((name) => /^\d+\.(ldb|log)$/.test(name))
}

/** Returns whether an error means corrupt files: of one that is too short a part is an invalid argument. */
function isDamage(error: unknown): boolean {
  if (error instanceof Damage || codeOf(error) === 'LEVEL_CORRUPTION') return true
  return /^IO error: .*: (No such file or directory|Invalid argument)$/.test(reasonOf(error))
}

/** Returns what the database said it left out when it was opened. */
async function dropped(folder: string): Promise<readonly string[]> {
  const text = (await readdir(folder)).includes('LOG') ? await readFile(join(folder, 'LOG'), 'utf8') : ''
  return text
    .split('\n')
    .filter((line) => /dropping \d+ bytes/.test(line))
    .map((line) => line.replace(/^\S+ \S+ /, ''))
}

function codeOf(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined
  const { cause } = error
  return cause instanceof Error && 'code' in cause ? cause.code : 'code' in error ? error.code : undefined
}

/** Returns why something failed: the cause of what the database says. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}
