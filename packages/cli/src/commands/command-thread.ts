import { parentPort, workerData } from 'node:worker_threads'
import { run } from '../main.js'

// a command on a thread of its own: its exit code is the message
run(workerData as readonly string[]).then((code) => parentPort?.postMessage(code))
