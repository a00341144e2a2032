import { htmlReport, type Model, pageFeatures, pageTerms, type RunPage, train } from '@ol/pipeline'
import {
  countText,
  featureTable,
  figureHtml,
  figureText,
  quoted,
  reportBody,
  tableHtml,
} from '@ol/pipeline/internal'
import { headOf } from './head.js'
import type { Reply, Request, Task } from './messages.js'

// Learns in a worker, on the TypeScript backend, so that the page stays responsive.

/** How often the page is updated, in milliseconds. */
const interval = 250

interface Point {
  readonly examples: number
  readonly loss: number
}

let model: Model | undefined

const post = (reply: Reply): void => postMessage(reply)

addEventListener('message', async ({ data }: MessageEvent<Request>) => {
  try {
    if (data.kind === 'open') post({ kind: 'opened', ...(await headOf(data.file)) })
    else if (data.kind === 'learn') await learn(data.file, data.label, data.task)
    else await explain(data.text)
  } catch (error) {
    post({ kind: 'failed', message: error instanceof Error ? error.message : String(error) })
  }
})

async function learn(file: File, label: string | undefined, task: Task): Promise<void> {
  const points: Point[] = []
  let posted = performance.now()
  const running = train(file, {
    ...(label === undefined ? {} : { label }),
    ...(task === undefined ? {} : { task }),
    schedule: { every: 64 },
    onProgress: ({ examples, averageLoss }) => {
      points.push({ examples, loss: averageLoss })
      if (performance.now() - posted < interval) return
      const current = running.soFar()?.model
      const table = current === undefined ? '' : featureTable(pageFeatures(current))
      post({ kind: 'progress', examples, html: `${curveHtml(points)}\n${table}` })
      posted = performance.now()
    },
  })
  const { model: learned, report, reading, mixture } = await running
  model = learned
  const flags = [
    label === undefined ? '' : ` --label ${quoted(label)}`,
    task === undefined ? '' : ` --task ${task}`,
  ]
  const page: RunPage = {
    kind: 'train',
    command: `ol-cli train ${quoted(file.name)}${flags.join('')}`,
    versions: ['OL in a browser'],
    report,
    badLines: reading.badLines,
    mixture,
    features: pageFeatures(model),
    terms: pageTerms(model),
  }
  const noun = report.schema === undefined ? 'examples' : 'rows'
  post({
    kind: 'learned',
    summary: `Trained on ${countText(report.examples)} ${noun} of ${file.name} in ${report.seconds.toFixed(1)} s. The report is below.`,
    html: reportBody(page),
    page: htmlReport(page),
    model: model.toBytes() as Uint8Array<ArrayBuffer>,
  })
}

/** The most points of a curve. */
const mostPoints = 400

/** Returns the learning curve while the model learns. */
function curveHtml(points: readonly Point[]): string {
  const finite = points.filter(({ loss }) => Number.isFinite(loss))
  if (finite.length < 2) return ''
  const step = Math.ceil(finite.length / mostPoints)
  const shown = finite.filter((_, k) => k % step === 0 || k === finite.length - 1)
  return `<div class="figures">${figureHtml({
    title: 'Learning curve',
    description: 'Each example is predicted before the model learns from it.',
    x: { label: 'examples', scale: 'linear', min: 0 },
    y: { label: 'average loss', scale: 'linear' },
    series: [{ name: 'average loss so far', points: shown.map(({ examples, loss }) => [examples, loss]) }],
  })}</div>`
}

async function explain(text: string): Promise<void> {
  if (model === undefined) throw new Error('Train a model first.')
  const bytes = new TextEncoder().encode(`${text}\n`)
  let predicted = ''
  for await (const { prediction, probability } of model.predict(bytes))
    predicted = `${typeof prediction === 'number' ? figureText(prediction) : prediction}${probability === undefined ? '' : `, probability ${figureText(probability)}`}`
  for await (const { score, features } of model.explain(bytes)) {
    const sorted = features.toSorted((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution))
    const most = Math.max(Math.abs(sorted[0]?.contribution ?? 0), Number.MIN_VALUE)
    const rows = sorted.map(
      ({ name, index, contribution }) =>
        [
          { text: name ?? `#${index}`, kind: 'name' },
          { text: figureText(contribution) },
          { text: '', bar: contribution / most },
        ] as const,
    )
    const caption = `The score${model.classes === undefined ? '' : ` of ${predicted.split(', probability')[0]}`} is ${figureText(score)}, the sum of these contributions. Blue raises it, orange lowers it.`
    post({
      kind: 'explained',
      prediction: predicted,
      html: tableHtml(caption, ['feature', 'contribution', ''], rows),
    })
    return
  }
  throw new Error('There is no example in the text.')
}
