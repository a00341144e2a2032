import { type Batch, derivationDepths } from '@ol/spec'
import { slice } from '../lanes/slice.js'
import type { DerivationGate } from './derivation-gate.js'
import { type Deriver, nextChoice } from './deriver.js'
import { endOf, type Part, stretch } from './stretches.js'

/** Returns the part of a batch from `from` on that ends where it is decided whether experts begin, and records its columns. */
function plainPart(batch: Batch, from: number, deriver: Deriver, gate: DerivationGate): Part {
  const { state } = deriver
  const part = slice(batch, from, endOf(batch, from, gate.left(state)))
  if (gate.isLooking(state)) {
    gate.look(state, part)
    deriver.expand(part, derivationDepths.none, true)
  } else {
    deriver.pass(part)
  }
  return { batch: part, from, isExpanded: false, seen: 0 }
}

/**
 * Returns the part of a batch from `from` on that ends where crosses are chosen, at the limit of a part, or where an
 * inspection ends.
 */
function expandedPart(batch: Batch, from: number, deriver: Deriver, gate: DerivationGate): Part {
  const seen = deriver.examples
  const { state } = deriver
  const isLooking = gate.isLooking(state)
  const looks = isLooking ? gate.left(state) : Number.POSITIVE_INFINITY
  const next = Math.min(nextChoice(seen), (Math.floor(seen / stretch) + 1) * stretch)
  const part = slice(batch, from, endOf(batch, from, Math.min(looks, next - seen)))
  if (isLooking) gate.look(state, part)
  return { batch: part, from, isExpanded: true, seen }
}

/**
 * Returns the part of a batch from `from` on, depending on whether features are derived; if they no longer are, it is
 * the rest of the batch.
 */
export function partFrom(
  batch: Batch,
  from: number,
  deriver: Deriver,
  gate: DerivationGate,
  derives: boolean,
): Part {
  if (derives) return expandedPart(batch, from, deriver, gate)
  if (!gate.hasBegun(deriver.state)) return plainPart(batch, from, deriver, gate)
  return { batch: slice(batch, from, batch.size), from, isExpanded: false, seen: 0 }
}
