import { parentPort, workerData } from 'node:worker_threads'
import { run } from '../main.js'

// a command on its own thread: its exit code is the message
run(workerData as readonly string[]).then((code) => parentPort?.postMessage(code))
