import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ServeOptions, type Server, serve } from '@ol/server'
import { onTestFinished } from 'vitest'

/** Returns a folder that is removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ol-server-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Serves a model until the end of the test; default a new one of two classes that is kept in memory. */
export async function served(options: ServeOptions = {}): Promise<Server> {
  const model =
    options.model === undefined ? { new: { loss: 'logistic', rule: 'nag', bits: 12 } as const } : {}
  const server = await serve({ ...model, store: false, port: 0, ...options })
  onTestFinished(() => server.stop().catch(() => undefined))
  return server
}

export interface Answer {
  readonly status: number
  readonly text: string
  // the members that tests read
  readonly json: unknown
}

/** Posts a value as JSON, or a string as it is. */
export async function post(
  { address }: Pick<Server, 'address'>,
  route: string,
  body: unknown,
  type = 'application/json',
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const response = await fetch(`${address}${route}`, {
    method: 'POST',
    headers: { 'content-type': type, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const text = await response.text()
  return {
    status: response.status,
    text,
    json: text.startsWith('{') || text.startsWith('[') ? safeJson(text) : undefined,
  }
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns the bytes of the model that is served. */
export async function modelOf({ address }: Pick<Server, 'address'>): Promise<Uint8Array> {
  return new Uint8Array(await (await fetch(`${address}/model`)).arrayBuffer())
}

/** Returns a generator of numbers in [0, 1), the same each time. */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/** Examples of two classes, the same each time. */
export function examples(
  count: number,
  seed = 1,
): { features: Record<string, number | string>; label: number }[] {
  const random = randomFrom(seed)
  return Array.from({ length: count }, () => {
    const x = random() - 0.5
    const city = ['oslo', 'rome', 'lima'][Math.floor(3 * random())]
    return { features: { x, city }, label: x + (city === 'rome' ? 0.3 : 0) > 0 ? 1 : -1 }
  })
}

/** Examples whose label depends on a, or where `turned` on its contrary. */
export function turning(
  count: number,
  turned: boolean,
  seed: number,
): { features: { a: number; b: number }; label: number }[] {
  const random = randomFrom(seed)
  return Array.from({ length: count }, () => {
    const [a, b] = [random() - 0.5, random() - 0.5]
    return { features: { a, b }, label: a > 0 === turned ? -1 : 1 }
  })
}

/** Returns what the dashboard of a server shows. */
export const statsOf = async ({ address }: Pick<Server, 'address'>) =>
  (await (await fetch(`${address}/stats`)).json()) as {
    window: {
      loss: number
      auc: number
      errorRate: number
      examples: number
      calibration: { count: number }[]
    }
    alarms: { watched: string; detector: string; examples: number; rose: boolean }[]
    curve: { examples: number; loss: number }[]
    challenger?: { capital: number; examples: number; rule: string; meanGain: number }
    model: { examples: number; rule: string }
  }
