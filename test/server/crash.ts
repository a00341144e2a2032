import { Learner } from '@ol/core'
import { startServer } from './running.js'

/** Settings of the model, as flags and as options. */
export const flags = ['--loss', 'logistic', '--rule', 'nag', '--bits', '12']
const options = { loss: 'logistic', rule: 'nag', bits: 12 } as const

/** An example that no other is like. */
function exampleOf(n: number): { features: Record<string, number | string>; label: number } {
  return {
    features: { n: (n % 97) / 97, who: `w${n % 13}`, id: `e${n}` },
    label: (n * 7919) % 3 === 0 ? 1 : -1,
  }
}

/** The result of a crash under load. */
export interface CrashResult {
  /** the examples that were answered before it */
  readonly acknowledged: number
  /** answered ones that the model has not learned, and examples that it learned twice */
  readonly lost: number
  readonly twice: number
  /** whether the model's bytes equal a learner's that never crashed, with these examples in this order */
  readonly same: boolean
}

/** Kills a server with several clients after this many milliseconds of load, starts it again, and compares. */
export async function crashUnderLoad(
  store: string,
  milliseconds: number,
  from: number,
): Promise<CrashResult> {
  const args = ['--new', ...flags, '--store', store, '--durable', 'always', '--snapshot-seconds', '1']
  const server = await startServer(args)
  const acknowledged: number[] = []
  let next = from
  let over = false
  const client = async (): Promise<void> => {
    while (!over) {
      const own = Array.from({ length: 1 + (next % 3) }, () => next++)
      const answer = await fetch(`${server.address}/learn`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(own.map(exampleOf)),
      })
      if (answer.status === 200 && !(await answer.text()).includes('error')) acknowledged.push(...own)
    }
  }
  const clients = Array.from({ length: 4 }, () => client().catch(() => undefined))
  await new Promise((resolve) => setTimeout(resolve, milliseconds))
  await server.end('SIGKILL')
  over = true
  await Promise.all(clients)
  const again = await startServer(args)
  const model = new Uint8Array(await (await fetch(`${again.address}/model`)).arrayBuffer())
  await again.end('SIGKILL')
  // the first examples may have been on their way
  const order = await learnedOrder(store).catch((error: Error) => {
    if (error.message.includes('there are none')) return []
    throw error
  })
  const learner = new Learner(options)
  for (const n of order) learner.learn(exampleOf(n))
  const learned = new Set(order)
  return {
    acknowledged: acknowledged.length,
    lost: acknowledged.filter((n) => !learned.has(n)).length,
    twice: order.length - learned.size,
    same: Buffer.from(learner.toBytes()).equals(Buffer.from(model)),
  }
}

/** Returns the numbers of the examples of a store, in the order in which they were accepted. */
async function learnedOrder(store: string): Promise<number[]> {
  const { openStoredExamples } = await import('@ol/server')
  const stored = await openStoredExamples(store, (text) => {
    throw new Error(text)
  })
  const order: number[] = []
  for await (const example of stored.examples) {
    if (example instanceof Uint8Array) throw new Error('expected objects')
    order.push(Number(String(Reflect.get(example.features, 'id')).slice(1)))
  }
  await stored.close()
  return order
}
