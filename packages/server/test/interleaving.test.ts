import { connect } from 'node:net'
import { Learner } from '@ol/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { modelOfBytes } from '../src/model/served-model.js'
import { replay } from '../src/store/replay.js'
import { modelOf, post, served, temporaryFolder } from './served.js'

const settings = { loss: 'logistic', rule: 'nag', bits: 10 } as const

/** Sends lines, and waits for as many answers. */
function sendLines(port: number, lines: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let answers = 0
    socket.on('data', (piece) => {
      answers += String(piece).split('\n').length - 1
      if (answers < lines.length) return
      socket.end()
      resolve()
    })
    socket.on('error', reject)
    socket.write(`${lines.join('\n')}\n`)
  })
}

const example = fc.record({
  features: fc.record({ x: fc.integer({ min: -8, max: 8 }), city: fc.constantFrom('a', 'b', 'c') }),
  label: fc.constantFrom(1, -1, 7),
})

const operation = fc.oneof(
  fc.record({ kind: fc.constant('learn' as const), all: fc.array(example, { minLength: 1, maxLength: 5 }) }),
  fc.record({ kind: fc.constant('lines' as const), all: fc.array(example, { minLength: 1, maxLength: 5 }) }),
  fc.record({ kind: fc.constant('late' as const), one: example }),
  fc.record({ kind: fc.constant('predict' as const), one: example }),
  fc.record({ kind: fc.constant('snapshot' as const) }),
  fc.record({ kind: fc.constant('explain' as const), one: example }),
)

test('any interleaving of requests gives the model of the order in the log', async () => {
  let ids = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(operation, { maxLength: 6 }), { minLength: 1, maxLength: 4 }),
      async (clients) => {
        const server = await served({
          new: settings,
          store: temporaryFolder(),
          durable: 'never',
          linesPort: 0,
        })
        const port = server.linesPort as number
        await Promise.all(
          clients.map(async (operations) => {
            for (const one of operations) {
              if (one.kind === 'learn') await post(server, '/learn', one.all)
              else if (one.kind === 'lines')
                await sendLines(
                  port,
                  one.all.map(
                    ({ features, label }) => `${label === 7 ? '' : label} | x:${features.x} ${features.city}`,
                  ),
                )
              else if (one.kind === 'late') {
                const id = `k${ids++}`
                await post(server, '/predict', { features: one.one.features, id })
                await post(server, '/labels', { id, label: one.one.label })
              } else if (one.kind === 'snapshot') await server.service.snapshot()
              else await post(server, `/${one.kind}`, { features: one.one.features })
            }
          }),
        )
        const model = await modelOf(server)
        const fresh = modelOfBytes(new Learner(settings).toBytes())
        const { store } = server.service
        if (store === undefined) throw new Error('expected a store')
        expect(await replay(store.latest(1e6), fresh, () => undefined)).toBe(0)
        expect(fresh.learner.toBytes()).toEqual(model)
        await server.stop()
      },
    ),
    { numRuns: 25 },
  )
})
