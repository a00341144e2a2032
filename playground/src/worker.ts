import { type Model, train } from '@ol/pipeline'
import { headOf } from './head.js'
import type { Named, Point, Reply, Request } from './messages.js'

// Learns in a worker, on the TypeScript backend, so that the page stays responsive.

/** How often the page is told, in milliseconds. */
const interval = 100
const topFeatures = 12

let model: Model | undefined

const post = (reply: Reply): void => postMessage(reply)

addEventListener('message', async ({ data }: MessageEvent<Request>) => {
  try {
    if (data.kind === 'open') post({ kind: 'opened', ...(await headOf(data.file)) })
    else if (data.kind === 'learn') await learn(data.file, data.label)
    else await explain(data.text)
  } catch (error) {
    post({ kind: 'failed', message: error instanceof Error ? error.message : String(error) })
  }
})

async function learn(file: File, label: string | undefined): Promise<void> {
  const points: Point[] = []
  let told = performance.now()
  const tell = (features: readonly Named[]): void =>
    post({ kind: 'progress', points: thinned(points), features })
  const running = train(file, {
    ...(label === undefined ? {} : { label }),
    schedule: { every: 64 },
    // between two batches: the model can be looked at
    onProgress: ({ examples, averageLoss }) => {
      points.push({ examples, loss: averageLoss })
      if (performance.now() - told < interval) return
      tell(featuresOf(running.soFar()?.model))
      told = performance.now()
    },
  })
  const { model: learned, report } = await running
  model = learned
  points.push({ examples: report.examples, loss: report.averageLoss })
  tell(featuresOf(model))
  const task = report.task === undefined ? '' : `${report.task.task} (${report.task.labels}): `
  const summary = `${task}${report.examples} examples, average loss ${report.averageLoss.toPrecision(5)}`
  post({ kind: 'learned', summary, model: model.toBytes() as Uint8Array<ArrayBuffer> })
}

function featuresOf(current: Model | undefined): Named[] {
  const top = current?.learner.inspect({ top: topFeatures }) ?? []
  return top.map(({ name, index, weight, importance }) => ({
    name: name ?? `#${index}`,
    value: Math.sign(weight) * importance,
  }))
}

/** At most 400 points, evenly. */
function thinned(points: readonly Point[]): Point[] {
  const step = Math.ceil(points.length / 400)
  return points.filter((_, k) => k % step === 0 || k === points.length - 1)
}

async function explain(text: string): Promise<void> {
  if (model === undefined) throw new Error('nothing was learned yet')
  const bytes = new TextEncoder().encode(`${text}\n`)
  let predicted = ''
  for await (const { prediction, probability } of model.predict(bytes))
    predicted = `${prediction}${probability === undefined ? '' : `, probability ${probability.toPrecision(4)}`}`
  for await (const { score, features } of model.explain(bytes)) {
    const parts = features.map(({ name, index, contribution }) => ({
      name: name ?? `#${index}`,
      value: contribution,
    }))
    parts.sort((a, b) => Math.abs(b.value) - Math.abs(a.value))
    post({ kind: 'explained', prediction: `${predicted} (score ${score.toPrecision(5)})`, features: parts })
    return
  }
  throw new Error('the text has no example')
}
