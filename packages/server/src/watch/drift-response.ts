import { renewed } from '../model/renewed.js'
import type { Service } from '../service.js'
import { replay } from '../store/replay.js'
import type { Alarm } from './drift-watch.js'

/**
 * The response to a rise of the loss: nothing but an alarm, a model that begins again, or one that knows the examples
 * since alone.
 */
export type OnDrift = 'alarm' | 'reset' | 'forget'
export const driftResponses = ['alarm', 'reset', 'forget'] as const

/** Examples that a model knows at least after it forgot the others. */
const least = 100

/** Returns whether an alarm changes the model: ADWIN alone tells how many of the last examples are alike. */
export function hasResponse({ watched, detector, rose }: Alarm, how: OnDrift): boolean {
  return how !== 'alarm' && watched === 'loss' && detector === 'adwin' && rose
}

/** Responds to an alarm; resolves with whether the model was changed. `say` is told of examples that it could not learn. */
export async function respond(
  service: Service,
  alarm: Alarm,
  how: OnDrift,
  say: (text: string) => void,
): Promise<boolean> {
  if (!hasResponse(alarm, how)) return false
  await service.replaceBy(async (former) => {
    const next = renewed(former)
    const { store } = service
    if (how === 'forget' && store !== undefined) {
      const wanted = Math.max(least, alarm.window ?? least)
      if (Math.min(wanted, alarm.examples) > store.logged)
        say(`the model learns the ${store.logged} examples that the log has, and not the last ${wanted}`)
      await replay(store.latest(wanted), next, say)
    }
    return next
  })
  return true
}
