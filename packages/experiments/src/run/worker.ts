import { parentPort } from 'node:worker_threads'
import { runUnit, type Unit } from './units.js'

/** What a worker is asked for, and what it answers. */
export interface Order {
  readonly unit: Unit
  readonly folder: string
}

export type Answer =
  | { readonly share: number }
  | { readonly result: unknown; readonly seconds: number }
  | { readonly error: unknown }

parentPort?.on('message', ({ unit, folder }: Order) => {
  const answer = (message: Answer): void => parentPort?.postMessage(message)
  const start = performance.now()
  let told = 0
  runUnit(unit, {
    folder,
    onShare: (share) => {
      const now = performance.now()
      if (now - told < 200) return
      told = now
      answer({ share })
    },
  }).then(
    (result) => answer({ result, seconds: (performance.now() - start) / 1000 }),
    (error: unknown) => answer({ error }),
  )
})
