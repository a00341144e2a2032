import { renewed } from '../model/renewed.js'
import type { Service } from '../service.js'
import { replay } from '../store/replay.js'
import type { Alarm } from './drift-watch.js'

/**
 * The response to a rise of the loss: only an alarm, a new model, or a model of only the examples since the change.
 */
export type OnDrift = 'alarm' | 'reset' | 'forget'
export const driftResponses = ['alarm', 'reset', 'forget'] as const

/** The smallest number of examples that a model keeps when it forgets the others. */
const least = 100

/** Returns whether an alarm changes the model: only ADWIN knows how many of the last examples are similar. */
export function hasResponse({ watched, detector, rose }: Alarm, how: OnDrift): boolean {
  return how !== 'alarm' && watched === 'loss' && detector === 'adwin' && rose
}

/**
 * Responds to an alarm; resolves with whether the model was changed. `say` receives messages about examples that it
 * could not learn.
 */
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
