import { Readable } from 'node:stream'
import { workerData } from 'node:worker_threads'

// The thread of thread.ts: runs the commands it is sent, and answers with what they wrote and their exit codes.

const { answers, port } = workerData

process.on('uncaughtException', (error) => answer({ failure: String(error?.stack ?? error) }))
process.exit = (code) => answer({ failure: `process.exit(${code})` })

const { run } = await import('../../packages/cli/dist/index.js')

port.on('message', async ({ args, input }) => {
  Object.defineProperty(process, 'stdin', { configurable: true, value: standardInput(input) })
  const [stdout, stderr] = [process.stdout, process.stderr].map(captured)
  try {
    const code = await run(args)
    answer({ code, signal: null, stdout: stdout(), stderr: stderr() })
  } catch (error) {
    answer({ failure: String(error?.stack ?? error) })
  }
})

/** Bytes as a pipe brings them. */
function standardInput(input) {
  const bytes = Buffer.from(input)
  return Readable.from(bytes.length === 0 ? [] : [bytes], { objectMode: false })
}

/** Keeps what is written to a stream from here on; returns what tells it. */
function captured(stream) {
  const chunks = []
  stream.write = (chunk, encoding, done) => {
    chunks.push(Buffer.from(chunk, typeof encoding === 'string' ? encoding : undefined))
    const written = typeof encoding === 'function' ? encoding : done
    if (written !== undefined) queueMicrotask(written)
    return true
  }
  return () => Buffer.concat(chunks).toString('utf8')
}

function answer(message) {
  port.postMessage(message)
  Atomics.add(answers, 0, 1)
  Atomics.notify(answers, 0)
}
