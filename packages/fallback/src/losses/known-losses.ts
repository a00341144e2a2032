import { addLossTwins, type LossTwin, logistic, lossTwins, squared } from '@ol/numerics'
import { addLosses, type LossEntry, type LossId, logisticEntry, losses, squaredEntry } from '@ol/spec'
import { coupling } from '../engine/couple.js'
import { type Coupling, coupled } from './coupling.js'

/** A loss as a program imports it: its entry in the table of losses, and its arithmetic. */
export interface KnownLoss {
  readonly entry: LossEntry
  readonly twin: LossTwin
  /** the coupling of classes that are one distribution */
  readonly coupling?: Coupling
}

/** Losses by id: those that a program has imported. */
export type KnownLosses = { readonly [loss in LossId]?: KnownLoss }

/** The losses that every learner has. */
export const commonLosses: KnownLosses = {
  squared: { entry: squaredEntry, twin: squared },
  logistic: { entry: logisticEntry, twin: logistic },
}

/** Registers losses with the engine. */
export function addKnownLosses(known: KnownLosses): void {
  for (const [loss, { entry, twin, coupling }] of Object.entries(known)) {
    addLosses({ [loss]: entry })
    addLossTwins({ [loss]: twin })
    coupled.coupling ??= coupling
  }
}

/** Returns all losses. */
export function everyLoss(): KnownLosses {
  const ids = Object.keys(losses) as LossId[]
  return Object.fromEntries(
    ids.map((loss): [LossId, KnownLoss] => [
      loss,
      {
        entry: losses[loss],
        twin: lossTwins[loss],
        ...(losses[loss].across === undefined ? {} : { coupling }),
      },
    ]),
  )
}
