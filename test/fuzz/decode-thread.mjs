import { parentPort } from 'node:worker_threads'
import { read } from '@ol/reader'

// Reads what it is sent, and reports in a word what became of it.

parentPort.on('message', async ({ bytes, options }) => {
  try {
    let examples = 0
    for await (const batch of read(bytes, options)) examples += batch.size
    parentPort.postMessage({ outcome: examples < 0 ? 'none' : 'read' })
  } catch (error) {
    parentPort.postMessage(
      typeof error?.code === 'string' && error.code.startsWith('OL_')
        ? { outcome: error.code }
        : { finding: error?.stack ?? String(error) },
    )
  }
})

parentPort.postMessage('ready')
