import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { crc32 } from 'node:zlib'

const calls = join(dirname(fileURLToPath(import.meta.url)), 'binding', 'calls.h')

/** Writes next to an addon what the loader checks before it loads it: the version of the contract, its size and its checksum. */
export function describeAddon(addon) {
  const bytes = readFileSync(addon)
  const abi = Number(/kContract = (\d+)/.exec(readFileSync(calls, 'utf8'))?.[1])
  writeFileSync(`${addon}.json`, `${JSON.stringify({ abi, bytes: bytes.length, crc32: crc32(bytes) })}\n`)
}
