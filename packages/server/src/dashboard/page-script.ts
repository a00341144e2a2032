/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import uPlot from 'uplot'

/** The events that `/events` sends: see `LiveStats`. */
interface Stats {
  readonly time: number
  readonly task: string
  readonly model: {
    readonly rule: string
    readonly loss: string
    readonly examples: number
    readonly averageLoss: number | null
  }
  readonly counts: {
    readonly predicted: number
    readonly learned: number
    readonly refused: number
    readonly waiting: number
  }
  readonly labels: { readonly waiting: number; readonly joined: number; readonly expired: number }
  readonly latency: { readonly answers: number; readonly p50: number; readonly p99: number }
  /** time, predicted and learned a second, p50 and p99 of the latency */
  readonly history: readonly (readonly [number, number, number, number, number])[]
  readonly curve: readonly { readonly examples: number; readonly loss: number }[]
  readonly window: {
    readonly examples: number
    readonly loss: number | null
    readonly errorRate: number | null
    readonly auc: number | null
    readonly calibration: readonly {
      readonly predicted: number
      readonly observed: number
      readonly count: number
    }[]
  }
  readonly recentLoss: number | null
  readonly alarms: readonly Alarm[]
  readonly refusals: readonly { readonly time: number; readonly code: string; readonly message: string }[]
  readonly features: readonly {
    readonly name: string
    readonly importance: number
    readonly weight: number
  }[]
  readonly lanes: readonly {
    readonly parameters: Readonly<Record<string, number | string>>
    readonly weight?: number
  }[]
  readonly log?: { readonly last: number; readonly snapshot: number; readonly lost: number }
  readonly challenger?: {
    readonly rule: string
    readonly examples: number
    readonly meanGain: number
    readonly capital: number
    readonly enough: number
  }
}

interface Alarm {
  readonly time: number
  readonly examples: number
  readonly watched: string
  readonly detector: string
  readonly rose: boolean
}

const find = (id: string): HTMLElement => document.getElementById(id) ?? document.body

/** Returns an element with a string: data from requests is never parsed as HTML. */
function element(tag: string, text: string, name = ''): HTMLElement {
  const made = document.createElement(tag)
  made.textContent = text
  if (name !== '') made.className = name
  return made
}

const short = (value: number | null | undefined, digits = 4): string =>
  value === null || value === undefined || !Number.isFinite(value)
    ? '–'
    : Math.abs(value) >= 1e5
      ? value.toLocaleString('en', { notation: 'compact', maximumFractionDigits: 1 })
      : String(Number(value.toPrecision(digits)))

/** A plot as wide as its container, in the colours of the page. */
class Plot {
  readonly #target: HTMLElement
  readonly #labels: readonly string[]
  readonly #kind: 'time' | 'examples' | 'share'
  #plot: uPlot | undefined

  constructor(id: string, kind: 'time' | 'examples' | 'share', labels: readonly string[]) {
    this.#target = find(id)
    this.#kind = kind
    this.#labels = labels
    new ResizeObserver(() => this.#plot?.setSize(this.#size())).observe(this.#target)
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.#remove())
  }

  #remove(): void {
    this.#plot?.destroy()
    this.#plot = undefined
  }

  #size(): { width: number; height: number } {
    return { width: Math.max(200, this.#target.clientWidth), height: 190 }
  }

  show(data: readonly (readonly (number | null)[])[]): void {
    const own = data.map((column) => [...column]) as uPlot.AlignedData
    if (this.#plot === undefined) this.#plot = new uPlot(this.#options(), own, this.#target)
    else this.#plot.setData(own)
  }

  #options(): uPlot.Options {
    const style = getComputedStyle(document.documentElement)
    const colour = (name: string): string => style.getPropertyValue(name).trim()
    const axis = {
      stroke: colour('--soft'),
      grid: { stroke: colour('--line'), width: 1 },
      ticks: { stroke: colour('--line') },
      font: '11px system-ui',
    }
    const share = this.#kind === 'share'
    return {
      ...this.#size(),
      scales: {
        x: { time: this.#kind === 'time', ...(share ? { range: [0, 1] as [number, number] } : {}) },
        ...(share ? { y: { range: [0, 1] as [number, number] } } : {}),
      },
      axes: [
        {
          ...axis,
          ...(this.#kind === 'examples'
            ? { values: (_: uPlot, ticks: number[]) => ticks.map((tick) => short(tick)) }
            : {}),
        },
        { ...axis, size: 46 },
      ],
      series: [
        {},
        ...this.#labels.map((label, k) => ({
          label,
          stroke: colour(k === 0 ? '--accent' : '--second'),
          width: 1.5,
          points: { show: share && k === 0 },
          ...(share && k === 1 ? { dash: [4, 4] } : {}),
          spanGaps: true,
        })),
      ],
    }
  }
}

const plots = {
  loss: new Plot('loss', 'examples', ['loss']),
  rates: new Plot('rates', 'time', ['predicted', 'learned']),
  latency: new Plot('latency', 'time', ['p50', 'p99']),
  calibration: new Plot('calibration', 'share', ['observed', 'ideal']),
}

function show(stats: Stats): void {
  const { model, counts, latency, history, window: recent, log } = stats
  const [, predicted, learned] = history.at(-1) ?? [0, 0, 0]
  find('model').textContent =
    `${model.rule}, ${model.loss} loss, ${short(model.examples, 7)} examples${log === undefined ? '; nothing is kept' : `; log to ${log.last}, snapshot to ${log.snapshot}${log.lost > 0 ? `, ${log.lost} lost` : ''}`}`
  const figures: readonly (readonly [string, string])[] = [
    ['predicted a second', short(predicted, 3)],
    ['learned a second', short(learned, 3)],
    ['p50, p99 in ms', `${short(latency.p50, 2)}, ${short(latency.p99, 2)}`],
    ['loss, all examples', short(model.averageLoss)],
    [`loss, last ${recent.examples}`, short(recent.loss)],
    ['loss, five minutes', short(stats.recentLoss)],
    ...(stats.task === 'regression'
      ? []
      : ([
          ['errors, last', recent.errorRate === null ? '–' : `${short(100 * recent.errorRate, 3)} %`],
        ] as const)),
    ...(stats.task === 'binary' ? ([['AUC, last', short(recent.auc)]] as const) : []),
    ['refused', short(counts.refused, 7)],
    ['waiting: to learn, for labels', `${counts.waiting}, ${stats.labels.waiting}`],
    ['alarms', String(stats.alarms.length)],
  ]
  find('figures').replaceChildren(
    ...figures.map(([name, value]) => {
      const box = document.createElement('div')
      box.append(element('b', value), element('span', name))
      return box
    }),
  )
  plots.loss.show([stats.curve.map(({ examples }) => examples), stats.curve.map(({ loss }) => loss)])
  if (history.length > 1) {
    const times = history.map(([time]) => time / 1000)
    plots.rates.show([times, history.map(([, count]) => count), history.map(([, , count]) => count)])
    plots.latency.show([times, history.map(([, , , p50]) => p50), history.map(([, , , , p99]) => p99)])
  }
  find('calibrated').hidden = recent.calibration.length === 0
  const points = recent.calibration
  if (points.length > 0)
    plots.calibration.show([
      [0, ...points.map(({ predicted }) => predicted), 1],
      [null, ...points.map(({ observed }) => observed), null],
      [0, ...points.map(({ predicted }) => predicted), 1],
    ])
  bars(
    'features',
    stats.features.map(({ name, importance, weight }) => [name, importance, short(weight, 3)]),
  )
  const lanes = stats.lanes.filter(({ weight }) => weight !== undefined)
  find('mixed').hidden = lanes.length < 2
  const heaviest = lanes.toSorted((a, b) => (b.weight ?? 0) - (a.weight ?? 0)).slice(0, 8)
  bars(
    'lanes',
    heaviest.map(({ parameters, weight = 0 }) => [
      Object.entries(parameters)
        .map(([name, value]) => `${name} ${typeof value === 'number' ? short(value, 3) : value}`)
        .join(', '),
      weight,
      short(weight, 3),
    ]),
  )
  list(
    'alarms',
    stats.alarms
      .slice(0, 12)
      .map(({ time, watched, detector, examples, rose }) => [
        time,
        `${watched} ${rose ? 'rose' : 'fell'} (${detector}) after ${examples} examples`,
        watched === 'loss' && rose,
      ]),
  )
  list(
    'refusals',
    stats.refusals.slice(0, 12).map(({ time, code, message }) => [time, `${code}: ${message}`, false]),
  )
  const { challenger } = stats
  find('challenged').hidden = challenger === undefined
  if (challenger !== undefined)
    find('challenger').textContent =
      `${challenger.rule}: mean gain ${short(challenger.meanGain, 3)} over ${challenger.examples} examples; evidence ${short(challenger.capital, 3)} of ${challenger.enough}`
}

function bars(id: string, rows: readonly (readonly [string, number, string])[]): void {
  const most = Math.max(...rows.map(([, size]) => size), 1e-300)
  const items = rows.map(([name, size, text]) => {
    const item = element('li', '', 'bar')
    item.style.setProperty('--share', `${(100 * Math.max(0, size)) / most}%`)
    item.append(element('span', name), element('span', text))
    return item
  })
  find(id).replaceChildren(...(items.length > 0 ? items : [element('li', 'none yet', 'none')]))
}

function list(id: string, rows: readonly (readonly [time: number, text: string, bad: boolean])[]): void {
  const items = rows.map(([time, text, bad]) => {
    const item = element('li', '', bad ? 'bad' : '')
    item.append(element('time', new Date(time).toLocaleTimeString()), document.createTextNode(text))
    return item
  })
  find(id).replaceChildren(...(items.length > 0 ? items : [element('li', 'none', 'none')]))
}

const tokenKey = 'ol-token'

/** Asks for the token, which this tab keeps until it is closed. */
async function ask(): Promise<void> {
  const dialog = find('asking') as HTMLDialogElement
  dialog.showModal()
  await new Promise((resolve) => dialog.addEventListener('close', resolve, { once: true }))
  sessionStorage.setItem(tokenKey, (find('token') as HTMLInputElement).value)
}

/** Follows the events until the connection ends. */
async function follow(): Promise<void> {
  const token = sessionStorage.getItem(tokenKey)
  const response = await fetch(
    'events',
    token === null ? {} : { headers: { authorization: `Bearer ${token}` } },
  )
  if (response.status === 401) return ask()
  if (!response.ok || response.body === null) throw new Error(`status ${response.status}`)
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    const events = (text + next.value).split('\n\n')
    text = events.pop() ?? ''
    for (const event of events) {
      const [kind, data] = event.split('\n')
      if (kind === 'event: stats') show(JSON.parse(data.slice('data: '.length)) as Stats)
    }
  }
}

async function followAlways(): Promise<never> {
  for (;;) {
    try {
      await follow()
    } catch {}
    find('model').textContent = 'the server does not answer; trying again …'
    await new Promise((resolve) => setTimeout(resolve, 2000))
  }
}

// the page is loaded without waiting for it
void followAlways()
