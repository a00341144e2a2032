// One trial on one backend, in this process: node driver.mjs '{"file", "read", "learner", "repeat"}'; prints JSON.
import { createHash } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { Learner } from '@ol/core'
import { read } from '@ol/reader'

const { file, read: readOptions, learner: options, repeat } = JSON.parse(process.argv[2])

/** Best of several: the others shared the machine, or ran code that was not compiled yet. */
async function best(task) {
  let seconds = Number.POSITIVE_INFINITY
  let value
  for (let i = 0; i < repeat; i++) {
    const started = performance.now()
    value = await task()
    seconds = Math.min(seconds, (performance.now() - started) / 1000)
  }
  return { seconds, value }
}

// the whole way: reading, and learning beside it
const train = await best(async () => {
  const learner = new Learner(options)
  return { learner, report: await learner.learn(read(file, readOptions), { trusted: true }) }
})

const reading = await best(async () => {
  const batches = []
  for await (const batch of read(file, readOptions)) batches.push(batch)
  return batches
})

const learning = await best(async () => {
  const learner = new Learner(options)
  const predictions = createHash('sha256')
  for (const batch of reading.value) predictions.update(learner.learn(batch, { trusted: true }))
  return { learner, predictions: predictions.digest('hex') }
})

const predicting = await best(async () => {
  for (const batch of reading.value) learning.value.learner.predict(batch, { trusted: true })
})

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex')
const { examples, features, averageLoss } = train.value.report
console.log(
  JSON.stringify({
    backend: train.value.learner.backend,
    results: {
      examples,
      features,
      averageLoss,
      model: sha256(train.value.learner.toBytes()),
      modelOfBatches: sha256(learning.value.learner.toBytes()),
      predictions: learning.value.predictions,
    },
    seconds: {
      train: train.seconds,
      read: reading.seconds,
      learn: learning.seconds,
      predict: predicting.seconds,
    },
    maxMemory: process.resourceUsage().maxRSS * 1024,
  }),
)
