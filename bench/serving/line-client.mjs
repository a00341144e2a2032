import { connect } from 'node:net'

/** Returns quantiles of numbers. */
export function quantiles(values) {
  const sorted = Float64Array.from(values).sort()
  const at = (q) => sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))]
  return { p50: at(0.5), p99: at(0.99) }
}

/**
 * Sends lines one after another, each after the answer to the previous one; returns answers per second, and latencies
 * in microseconds.
 */
export async function pingPong(port, lines, seconds) {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await new Promise((resolve) => socket.once('connect', resolve))
  const latencies = []
  const end = performance.now() + 1000 * seconds
  let k = 0
  await new Promise((resolve) => {
    let sent = performance.now()
    socket.on('data', () => {
      const now = performance.now()
      latencies.push(1000 * (now - sent))
      if (now > end) return resolve()
      sent = now
      socket.write(lines[++k % lines.length])
    })
    socket.write(lines[0])
  })
  socket.destroy()
  return { perSecond: Math.round(latencies.length / seconds), ...quantiles(latencies) }
}

/** Sends all lines as fast as the server accepts them; returns answers per second, and the answers. */
export async function pipelined(port, text, count) {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await new Promise((resolve) => socket.once('connect', resolve))
  const pieces = []
  let answers = 0
  const began = performance.now()
  const done = new Promise((resolve) => {
    socket.on('data', (piece) => {
      pieces.push(piece)
      for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) answers++
      if (answers >= count) resolve()
    })
  })
  for (let from = 0; from < text.length; from += 1 << 16) {
    if (!socket.write(text.subarray(from, from + (1 << 16))))
      await new Promise((resolve) => socket.once('drain', resolve))
  }
  await done
  const seconds = (performance.now() - began) / 1000
  socket.destroy()
  return { perSecond: Math.round(count / seconds), answers: Buffer.concat(pieces).toString() }
}
