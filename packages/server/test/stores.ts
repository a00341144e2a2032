import { cpSync } from 'node:fs'
import type { ServeOptions, Server } from '@ol/server'
import { examples, modelOf, post, served, temporaryFolder } from './served.js'

export const fresh = { new: { loss: 'logistic', rule: 'nag', bits: 12 } } as const

/** Serves a store, and returns its model and what was said of it. */
export async function recovered(
  store: string,
  more: ServeOptions = {},
): Promise<{ model: Uint8Array; said: string[]; server: Server }> {
  const said: string[] = []
  const server = await served({ ...fresh, store, onNotice: (text) => said.push(text), ...more })
  return { model: await modelOf(server), said, server }
}

/** Returns a copy of a store as it is while a server uses it: what a crash of the server would leave. */
export function left(store: string): string {
  const copy = temporaryFolder()
  cpSync(store, copy, { recursive: true })
  return copy
}

/** Makes a store that a crash left after some examples, each of which was answered before the next. */
export async function crashed(count: number): Promise<{ store: string; model: Uint8Array }> {
  const store = temporaryFolder()
  const server = await served({ ...fresh, store, durable: 'always' })
  for (const example of examples(count)) await post(server, '/learn', example)
  return { store: left(store), model: await modelOf(server) }
}
