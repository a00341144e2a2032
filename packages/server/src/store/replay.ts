import type { PlainExample } from '@ol/pipeline'
import { type Batch, OLError } from '@ol/spec'
import type { LearningWatcher } from '../learning-watcher.js'
import { exampleOf, jsonOf } from '../model/example.js'
import type { ServedModel } from '../model/served-model.js'
import type { Logged } from './example-log.js'
import type { Accepted } from './record.js'

/** The number of records that are learned as one batch, which gives the same model as one by one. */
const together = 256

/** Records within this many milliseconds count as simultaneous. */
const alikeMs = 1000

/** Learns the examples of a log again, in the same way as when they arrived; returns how many are lost. */
export async function replay(
  log: AsyncIterable<Logged>,
  model: ServedModel,
  say: (text: string) => void,
  watchers: readonly LearningWatcher[] = [],
): Promise<number> {
  let lost = 0
  let run: Accepted[] = []
  const learn = (): void => {
    if (run.length > 0) learnAgain(model, run, watchers)
    run = []
  }
  for await (const logged of log) {
    if ('lost' in logged) {
      lost += logged.lost
      const until = logged.number + logged.lost - 1
      const which =
        until > logged.number ? `examples ${logged.number} to ${until} are` : `example ${until} is`
      say(`${which} lost: ${logged.why}`)
      continue
    }
    if (run.length > 0 && !goesWith(run, logged.accepted)) learn()
    run.push(logged.accepted)
  }
  learn()
  return lost
}

/** Returns whether a record may join the batch of a run, whose examples have one time for watchers. */
function goesWith(run: readonly Accepted[], { kind, time }: Accepted): boolean {
  const [first] = run
  return run.length < together && kind === first.kind && Math.abs(time - first.time) < alikeMs
}

function learnAgain(
  model: ServedModel,
  run: readonly Accepted[],
  watchers: readonly LearningWatcher[],
): void {
  const learn = (batch: Batch): void => {
    if (watchers.length === 0) {
      model.relearn(batch)
      return
    }
    const scores = model.learn(batch)
    for (const watcher of watchers) watcher.learned(model, batch, scores, run[0].time)
  }
  if (run[0].kind === 'vw') {
    learn(model.lines(linesOf(run)).batch)
    return
  }
  try {
    learn(model.labelled(run.map((one) => exampleOfRecord(one))))
  } catch (error) {
    // an example that is refused now was also refused then
    if (!(error instanceof OLError)) throw error
    if (run.length > 1) for (const one of run) learnAgain(model, [one], watchers)
  }
}

/** Returns the example of a record of JSON; one that waits for its label has none. */
export function exampleOfRecord({ text }: Accepted, labelled = true): PlainExample {
  // logs of earlier versions may have examples with an id, which `/learn` ignored
  return exampleOf(jsonOf(text), labelled, true)
}

/** Returns lines as text, each with its line feed. */
export function linesOf(records: readonly Pick<Accepted, 'text'>[]): Uint8Array {
  const bytes = new Uint8Array(records.reduce((sum, { text }) => sum + text.length + 1, 0))
  let at = 0
  for (const { text } of records) {
    bytes.set(text, at)
    at += text.length + 1
    bytes[at - 1] = 10
  }
  return bytes
}
