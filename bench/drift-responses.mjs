import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '@ol/server'

// node bench/drift-responses.mjs: the average log loss of a server over a stream whose concept changes after each 4,000 of 24,000 examples, by --on-drift.

function stream(count) {
  let state = 3
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
  return Array.from({ length: count }, (_, k) => {
    const [a, b, c] = [random() - 0.5, random() - 0.5, random() - 0.5]
    const sum = Math.floor(k / 4000) % 2 === 0 ? a + b : c - a
    return { features: { a, b, c }, label: sum + 0.3 * (random() - 0.5) > 0 ? 1 : -1 }
  })
}

const all = stream(24_000)
for (const [rule, parameters] of Object.entries({ sgd: { learningRate: 0.05 }, nag: {}, auto: {} })) {
  const losses = []
  for (const onDrift of ['alarm', 'reset', 'forget']) {
    const folder = mkdtempSync(join(tmpdir(), 'ol-drift-'))
    const model = { loss: 'logistic', rule, bits: 12, ...parameters }
    const server = await serve({
      new: model,
      store: join(folder, 'store'),
      durable: 'never',
      port: 0,
      onDrift,
    })
    let sum = 0
    server.service.watchers.push({
      learned: (_, { size, labels }, scores) => {
        for (let e = 0; e < size; e++) sum += Math.log1p(Math.exp(-labels[e] * scores[e]))
      },
    })
    for (let k = 0; k < all.length; k += 100) {
      const body = JSON.stringify(all.slice(k, k + 100))
      const headers = { 'content-type': 'application/json' }
      await (await fetch(`${server.address}/learn`, { method: 'POST', headers, body })).text()
    }
    losses.push(`${onDrift} ${(sum / all.length).toFixed(4)}`)
    await server.stop()
    rmSync(folder, { recursive: true })
  }
  console.log(`${rule.padEnd(5)} ${losses.join('  ')}`)
}
