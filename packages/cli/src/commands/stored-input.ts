import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { StoredExamples } from '@ol/server'
import { usageError } from '../exit.js'
import { plain } from '../output/plain.js'
import { loadServer } from './load-server.js'

/** Opens the store of a server if the input is one; undefined: inputs are files. */
export async function storedInput(inputs: readonly string[]): Promise<StoredExamples | undefined> {
  const store = inputs.find((input) => existsSync(join(input, 'ol-store.json')))
  if (store === undefined) return undefined
  if (inputs.length > 1)
    throw usageError(`${store} is the store of a server: train learns from one, and from no other input`)
  const { openStoredExamples } = await loadServer()
  return openStoredExamples(store, (text) => process.stderr.write(`ol-cli: ${plain(text)}\n`))
}
