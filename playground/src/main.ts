import type { Reply, Request, Task } from './messages.js'
import { sampleFile, samples } from './samples.js'
import { style } from './style.js'
import LearningWorker from './worker.js?worker&inline'

function element<E extends Element>(id: string): E {
  return document.getElementById(id) as unknown as E
}

document.head.append(Object.assign(document.createElement('style'), { textContent: style }))

const drop = element<HTMLElement>('drop')
const chooser = element<HTMLInputElement>('file')
const label = element<HTMLSelectElement>('label')
const task = element<HTMLSelectElement>('task')
const learn = element<HTMLButtonElement>('learn')
const downloads = element<HTMLElement>('downloads')
const download = element<HTMLAnchorElement>('download')
const downloadReport = element<HTMLAnchorElement>('download-report')
const status = element<HTMLElement>('status')
const report = element<HTMLElement>('report')
const tryPanel = element<HTMLElement>('try')
const example = element<HTMLTextAreaElement>('example')
const prediction = element<HTMLElement>('prediction')
const explanation = element<HTMLElement>('explanation')

const worker = new LearningWorker()
const ask = (request: Request): void => worker.postMessage(request)
let file: File | undefined
/** the label of a sample, which is learned as soon as its file is open */
let wanted: string | undefined

function open(chosen: File | undefined, labelOfSample?: string): void {
  if (chosen === undefined) return
  file = chosen
  wanted = labelOfSample
  learn.disabled = true
  say(`Reading ${chosen.name} ...`)
  ask({ kind: 'open', file: chosen })
}

function say(text: string, isError = false): void {
  status.textContent = text
  status.className = isError ? 'error' : ''
}

function train(): void {
  if (file === undefined) return
  learn.disabled = true
  downloads.hidden = true
  tryPanel.hidden = true
  report.replaceChildren()
  explanation.replaceChildren()
  prediction.textContent = ''
  say('Training ...')
  const chosen = task.value === '' ? undefined : (task.value as Task)
  ask({ kind: 'learn', file, label: label.value === '' ? undefined : label.value, task: chosen })
}

/** Offers a content as a download. */
function offer(link: HTMLAnchorElement, content: BlobPart, type: string): void {
  URL.revokeObjectURL(link.href)
  link.href = URL.createObjectURL(new Blob([content], { type }))
}

for (const { title, label: name } of samples) {
  const button = Object.assign(document.createElement('button'), { type: 'button', textContent: title })
  button.addEventListener('click', async () => open(await sampleFile(), name))
  element('samples').append(button)
}
chooser.addEventListener('change', () => open(chooser.files?.[0]))
for (const kind of ['dragover', 'dragleave', 'drop'])
  drop.addEventListener(kind, (event) => {
    event.preventDefault()
    drop.classList.toggle('over', kind === 'dragover')
    if (kind === 'drop') open((event as DragEvent).dataTransfer?.files[0])
  })
learn.addEventListener('click', train)
element<HTMLButtonElement>('predict').addEventListener('click', () =>
  ask({ kind: 'explain', text: example.value }),
)

worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => {
  if (data.kind === 'opened') {
    label.replaceChildren(...data.columns.map((name) => new Option(name, name)))
    label.disabled = false
    label.selectedIndex = wanted === undefined ? data.label : data.columns.indexOf(wanted)
    example.value = data.example
    learn.disabled = false
    say(`${file?.name}: ${data.columns.length} columns. Choose the label, the column to predict; then train.`)
    if (wanted !== undefined) {
      task.value = ''
      train()
    }
  } else if (data.kind === 'progress') {
    report.hidden = false
    report.innerHTML = data.html
    say(`Training: ${data.examples.toLocaleString('en')} examples ...`)
  } else if (data.kind === 'learned') {
    report.hidden = false
    report.innerHTML = data.html
    offer(download, data.model, 'application/octet-stream')
    offer(downloadReport, data.page, 'text/html')
    downloads.hidden = false
    learn.disabled = false
    tryPanel.hidden = false
    say(data.summary)
  } else if (data.kind === 'explained') {
    prediction.textContent = `Prediction: ${data.prediction}`
    prediction.className = ''
    explanation.innerHTML = data.html
  } else if (tryPanel.hidden || learn.disabled) {
    learn.disabled = file === undefined
    say(data.message, true)
  } else {
    prediction.textContent = data.message
    prediction.className = 'error'
    explanation.replaceChildren()
  }
})
