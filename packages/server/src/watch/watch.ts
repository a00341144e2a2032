import type { Batch } from '@ol/spec'
import type { LearningWatcher } from '../learning-watcher.js'
import type { ServedModel } from '../model/served-model.js'
import { Curve, type CurveState } from './curve.js'
import { type DriftState, DriftWatch } from './drift-watch.js'
import { outcomeAt } from './example-losses.js'
import { type ListedWindowState, Window, type WindowFigures, type WindowState } from './window.js'

/** The examples of the window, and the milliseconds of the time window. */
const windowExamples = 1000
const windowMs = 300_000
const pieceMs = 10_000
const curvePoints = 200

/** The sums over a period of time. */
interface Piece {
  readonly since: number
  examples: number
  loss: number
}

/** The state from which a watch continues. */
export interface WatchState {
  readonly drift: DriftState
  readonly window: WindowState | ListedWindowState
  readonly curve: CurveState
  readonly pieces: readonly Readonly<Piece>[]
  readonly examples: number
  readonly unit: number
}

/** Returns whether a period began within the last milliseconds; a period in the future began before the clock was set back. */
function isWithin(milliseconds: number, { since }: Readonly<Piece>, now: number): boolean {
  return since <= now && now - since < milliseconds
}

/** Tracks how well a model predicts examples before it learns them: over all examples, the last ones, and the last minutes. */
export class Watch implements LearningWatcher {
  readonly drift: DriftWatch = new DriftWatch()
  #window = new Window(windowExamples)
  #curve = new Curve(curvePoints)
  #pieces: Piece[] = []
  #examples = 0
  /** the mean squared error so far, by which errors of numbers are squashed */
  #unit = 1

  learned({ terms }: ServedModel, batch: Batch, scores: Float64Array, time: number): void {
    const piece = this.#piece(time)
    for (let e = 0; e < batch.size; e++) {
      this.#examples++
      const outcome = outcomeAt(terms, batch, scores, e, this.#unit)
      if (terms.task === 'regression' && Number.isFinite(outcome.loss))
        this.#unit += (outcome.loss - this.#unit) / this.#examples
      this.#window.add(outcome)
      this.#curve.add(outcome.loss)
      piece.examples++
      piece.loss += outcome.loss
      this.drift.add(
        batch,
        e,
        outcome,
        scores[terms.task === 'multiclass' ? e * terms.labels.length : e],
        this.#examples,
        time,
      )
    }
  }

  /** Starts again for a model with another loss: a mean over two losses has no meaning. */
  turnTo(next: ServedModel, former: ServedModel): () => void {
    if (measureOf(next) === measureOf(former)) return () => undefined
    const [window, curve, pieces, examples, unit] = [
      this.#window,
      this.#curve,
      this.#pieces,
      this.#examples,
      this.#unit,
    ]
    const turnDrift = this.drift.beginAnew()
    this.#window = new Window(windowExamples)
    this.#curve = new Curve(curvePoints)
    this.#pieces = []
    this.#examples = 0
    this.#unit = 1
    return () => {
      turnDrift()
      this.#window = window
      this.#curve = curve
      this.#pieces = pieces
      this.#examples = examples
      this.#unit = unit
    }
  }

  state(): WatchState {
    return {
      drift: this.drift.state(),
      window: this.#window.state(),
      curve: this.#curve.state(),
      pieces: this.#pieces.map((piece) => ({ ...piece })),
      examples: this.#examples,
      unit: this.#unit,
    }
  }

  restore({ drift, window, curve, pieces, examples, unit }: WatchState): void {
    this.drift.restore(drift)
    this.#window.restore(window)
    this.#curve.restore(curve)
    this.#pieces = pieces.map((piece) => ({ ...piece }))
    this.#examples = examples
    this.#unit = unit
  }

  #piece(now: number): Piece {
    const last = this.#pieces.at(-1)
    if (last !== undefined && isWithin(pieceMs, last, now)) return last
    const piece = { since: now, examples: 0, loss: 0 }
    this.#pieces = [...this.#pieces.filter((one) => isWithin(windowMs, one, now)), piece]
    return piece
  }

  get curve(): Curve['points'] {
    return this.#curve.points
  }

  window(): WindowFigures {
    return this.#window.figures()
  }

  /** The mean loss of the last five minutes; null: nothing was learned. */
  recentLoss(): number | null {
    const now = Date.now()
    const pieces = this.#pieces.filter((piece) => isWithin(windowMs, piece, now))
    const examples = pieces.reduce((sum, piece) => sum + piece.examples, 0)
    return examples === 0 ? null : pieces.reduce((sum, { loss }) => sum + loss, 0) / examples
  }
}

/** Returns the kind of a model's losses. */
function measureOf({ terms }: ServedModel): string {
  const classes = terms.task === 'multiclass' ? terms.labels.length : 0
  return JSON.stringify([terms.task, terms.task === 'regression' ? terms.link : terms.probable, classes])
}
