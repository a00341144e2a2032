import type { Service } from '../service.js'
import type { Challenger } from './challenger.js'

/** Makes the challenger the answering model; the former model challenges from then on. */
export async function promote(service: Service, challenger: Challenger): Promise<void> {
  await service.replaceBy(async () => challenger.model)
}
