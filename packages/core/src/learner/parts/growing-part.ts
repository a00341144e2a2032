import { growingOptions } from '../../options/option-groups.js'
import { GrowingStore } from '../../table/growing-store.js'
import { ignoredArrays } from '../../table/store.js'
import type { GrowingPart } from '../state-parts.js'

export const growing: GrowingPart = { ...growingOptions, GrowingStore, ignoredArrays }
