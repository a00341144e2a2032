import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const calls = join(dirname(fileURLToPath(import.meta.url)), 'binding', 'calls.h')

/** Writes beside an addon what the loader checks before it loads it: the version of the contract, its size and its digest. */
export function describeAddon(addon) {
  const bytes = readFileSync(addon)
  const abi = Number(/kContract = (\d+)/.exec(readFileSync(calls, 'utf8'))?.[1])
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  writeFileSync(`${addon}.json`, `${JSON.stringify({ abi, bytes: bytes.length, sha256 })}\n`)
}
