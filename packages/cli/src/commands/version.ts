import { readFileSync } from 'node:fs'

/** The version of the package, as `--version` prints it. */
export const version: string = readVersion()

function readVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  const parsed: unknown = JSON.parse(text)
  return typeof parsed === 'object' && parsed !== null && 'version' in parsed
    ? String(parsed.version)
    : 'unknown'
}
