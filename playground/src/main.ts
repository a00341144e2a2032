import { drawBars, drawCurve } from './draw.js'
import type { Reply, Request } from './messages.js'

function element<E extends Element>(id: string): E {
  return document.getElementById(id) as unknown as E
}

const drop = element<HTMLElement>('drop')
const chooser = element<HTMLInputElement>('file')
const label = element<HTMLSelectElement>('label')
const learn = element<HTMLButtonElement>('learn')
const download = element<HTMLAnchorElement>('download')
const status = element<HTMLElement>('status')
const results = element<HTMLElement>('results')
const tryPanel = element<HTMLElement>('try')
const example = element<HTMLTextAreaElement>('example')
const prediction = element<HTMLElement>('prediction')

const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
const ask = (request: Request): void => worker.postMessage(request)
let file: File | undefined

function open(chosen: File | undefined): void {
  if (chosen === undefined) return
  file = chosen
  say(`Reading ${chosen.name} ...`)
  ask({ kind: 'open', file: chosen })
}

function say(text: string, isError = false): void {
  status.textContent = text
  status.className = isError ? 'error' : ''
}

chooser.addEventListener('change', () => open(chooser.files?.[0]))
for (const kind of ['dragover', 'dragleave', 'drop'])
  drop.addEventListener(kind, (event) => {
    event.preventDefault()
    drop.classList.toggle('over', kind === 'dragover')
    if (kind === 'drop') open((event as DragEvent).dataTransfer?.files[0])
  })
learn.addEventListener('click', () => {
  if (file === undefined) return
  learn.disabled = true
  download.hidden = true
  say('Learning ...')
  ask({ kind: 'learn', file, label: label.value === '' ? undefined : label.value })
})
element<HTMLButtonElement>('predict').addEventListener('click', () =>
  ask({ kind: 'explain', text: example.value }),
)

worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => {
  if (data.kind === 'opened') {
    label.replaceChildren(...data.columns.map((name) => new Option(name, name)))
    label.selectedIndex = data.label
    example.value = data.example
    learn.disabled = false
    say(`${file?.name}: ${data.columns.length} columns. Choose the column to predict, then learn.`)
  } else if (data.kind === 'progress') {
    results.hidden = false
    drawCurve(element('curve'), data.points)
    drawBars(element('features'), data.features)
  } else if (data.kind === 'learned') {
    URL.revokeObjectURL(download.href)
    download.href = URL.createObjectURL(new Blob([data.model]))
    download.hidden = false
    learn.disabled = false
    tryPanel.hidden = false
    say(data.summary)
  } else if (data.kind === 'explained') {
    prediction.textContent = `Prediction: ${data.prediction}`
    prediction.className = ''
    drawBars(element('explanation'), data.features)
  } else if (tryPanel.hidden || learn.disabled) {
    learn.disabled = false
    say(data.message, true)
  } else {
    prediction.textContent = data.message
    prediction.className = 'error'
  }
})
