import { setImmediate } from 'node:timers/promises'
import { deserialize, serialize } from 'node:v8'
import { crc32, writeWhole } from '@ol/platform'
import { OLError } from '@ol/spec'
import type { ServedModel } from '../model/served-model.js'
import type { Companion } from '../store/snapshot.js'
import type { Challenger, ChallengerState } from './challenger.js'
import type { Watch, WatchState } from './watch.js'

/** The stored state of windows and detectors, and the evidence for a challenger. */
interface Kept {
  readonly format: 1
  readonly watch: WatchState
  readonly challenger: ChallengerState | undefined
}

const watchFile = 'watch'
const challengerFile = 'challenger.ol'

/** Returns what is saved with each snapshot: the windows and detectors, and the model of the challenger. */
export function companionsOf(watch: Watch, challenger: Challenger | undefined): readonly Companion[] {
  const own: Companion = {
    name: watchFile,
    save: (path) =>
      writeBytes(path, encode({ format: 1, watch: watch.state(), challenger: challenger?.state() })),
  }
  if (challenger === undefined) return [own]
  return [own, { name: challengerFile, save: (path) => challenger.model.learner.save(path) }]
}

/**
 * Lets windows, detectors and challenger continue from a snapshot. `say` receives a message if they cannot.
 *
 * @param read returns a file that was saved with the snapshot; undefined: there is none
 */
export async function resumeWatch(
  watch: Watch,
  challenger: Challenger | undefined,
  champion: ServedModel,
  read: (name: string) => Promise<Uint8Array | undefined>,
  say: (text: string) => void,
): Promise<void> {
  const bytes = await read(watchFile)
  if (bytes === undefined) return
  const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error))
  let kept: Kept
  try {
    kept = decode(bytes)
    watch.restore(kept.watch)
  } catch (error) {
    say(`windows, detectors and challenger start again: ${reason(error)}`)
    return
  }
  if (challenger === undefined) return
  try {
    const model = await read(challengerFile)
    if (
      model === undefined ||
      kept.challenger === undefined ||
      !challenger.restore(kept.challenger, model, champion)
    )
      say('the challenger starts again: the store has none of these settings')
  } catch (error) {
    say(`the challenger starts again: ${reason(error)}`)
  }
}

function encode(kept: Kept): Uint8Array {
  const text = serialize(kept)
  const bytes = new Uint8Array(4 + text.length)
  bytes.set(text, 4)
  new DataView(bytes.buffer).setUint32(0, crc32(text))
  return bytes
}

/** @throws OLError OL_STORE if the bytes are not the written ones */
function decode(bytes: Uint8Array): Kept {
  const text = bytes.subarray(4)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 4 || view.getUint32(0) !== crc32(text))
    throw new OLError('OL_STORE', 'their state next to the snapshot has another checksum')
  const kept = deserialize(text) as Partial<Kept>
  if (kept.format !== 1 || kept.watch === undefined)
    throw new OLError('OL_STORE', 'their state next to the snapshot has another format')
  return kept as Kept
}

/** Writes bytes in another turn of the event loop, so that requests are answered in between. */
async function writeBytes(path: string, bytes: Uint8Array): Promise<void> {
  await setImmediate()
  await writeWhole(path, bytes)
}
