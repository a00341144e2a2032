import { GrowingStore } from '../../table/growing-store.js'
import type { GrowingPart } from '../state-parts.js'

export const growing: GrowingPart = { GrowingStore }
