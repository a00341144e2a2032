import { mixerOf } from '../../lanes/mixer-of.js'
import type { MixingPart } from '../state-parts.js'

export const mixing: MixingPart = { mixerOf }
