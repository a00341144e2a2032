import { isCombined } from '../options/ensemble-options.js'
import { Combined } from './combined.js'
import type { MixerOf } from './mixer.js'
import { RateMixer } from './rate-mixer.js'

export const mixerOf: MixerOf = (settings, backend, memory) =>
  isCombined(settings) ? new Combined(settings, backend, memory) : new RateMixer(settings, memory)
