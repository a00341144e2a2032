import { readFileSync } from 'node:fs'

/**
 * Returns whether something is mounted on a path itself, as a container mounts a single file: nothing can be renamed
 * over it. False where the system does not say.
 */
export function isMountPoint(path: string, table: string = mountTable()): boolean {
  const name = path.replace(
    /[ \t\n\\]/g,
    (character) => `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`,
  )
  return table.split('\n').some((line) => line.split(' ', 5)[4] === name)
}

function mountTable(): string {
  try {
    return readFileSync('/proc/self/mountinfo', 'utf8')
  } catch {
    return ''
  }
}
