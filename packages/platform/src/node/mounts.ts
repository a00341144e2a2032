import { readFileSync } from 'node:fs'

/**
 * Returns whether something is mounted on a path itself, as containers mount a single file: nothing can be renamed over
 * it. False if the system does not tell.
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
