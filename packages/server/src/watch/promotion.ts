import type { Service } from '../service.js'
import type { Challenger } from './challenger.js'

/** Puts the challenger in the place of the model that answers, which challenges from then on. */
export async function promote(service: Service, challenger: Challenger): Promise<void> {
  await service.replaceBy(async () => challenger.model)
}
