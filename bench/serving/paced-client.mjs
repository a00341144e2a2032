import { connect } from 'node:net'
import { performance } from 'node:perf_hooks'
import { quantiles } from './line-client.mjs'

/**
 * Sends requests at a fixed rate, however long the answers take, and returns the latencies in microseconds. They start
 * when a request was due, so they include waiting for the previous answer on its connection.
 */
export async function paced(address, path, bodies, perSecond, seconds, connections = 4) {
  // in the first seconds, V8 has compiled little of the client and the server
  const warmUp = Math.round(2 * perSecond)
  const { hostname, port } = new URL(address)
  const requests = bodies.map((body) =>
    Buffer.from(
      `POST ${path} HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    ),
  )
  const sockets = await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true })
      await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
      return socket
    }),
  )
  const latencies = []
  const waiting = []
  const idle = [...sockets]
  let refused = 0
  const due = new Map()
  const send = (socket, time) => {
    due.set(socket, time)
    socket.write(requests[latencies.length % requests.length])
  }
  for (const socket of sockets) {
    let text = ''
    socket.on('data', (piece) => {
      text += piece.toString('latin1')
      const head = text.indexOf('\r\n\r\n')
      if (head < 0) return
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1])
      if (text.length < head + 4 + length) return
      if (!text.startsWith('HTTP/1.1 200')) refused++
      text = text.slice(head + 4 + length)
      latencies.push(1000 * (performance.now() - due.get(socket)))
      const next = waiting.shift()
      if (next === undefined) idle.push(socket)
      else send(socket, next)
    })
  }
  const began = performance.now()
  const count = warmUp + Math.round(perSecond * seconds)
  for (let k = 0; k < count; ) {
    const now = performance.now()
    for (; k < count && began + (1000 * k) / perSecond <= now; k++) {
      const time = began + (1000 * k) / perSecond
      const socket = idle.pop()
      if (socket === undefined) waiting.push(time)
      else send(socket, time)
    }
    // timers are too coarse
    await new Promise((resume) => setImmediate(resume))
  }
  while (latencies.length < count) await new Promise((resume) => setTimeout(resume, 10))
  const took = (performance.now() - began) / 1000
  for (const socket of sockets) socket.destroy()
  if (refused > 0) throw new Error(`${path}: ${refused} refused`)
  return { perSecond: Math.round(count / took), ...quantiles(latencies.slice(warmUp)) }
}
