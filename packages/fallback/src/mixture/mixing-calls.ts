import type { Backend } from '@ol/spec'
import { answer } from './answer.js'
import { mix } from './mix.js'
import { mixErrors } from './mix-errors.js'

/** The calls that mix lanes. */
export const mixingCalls: Pick<Backend, 'mix' | 'mixErrors' | 'answer'> = { mix, mixErrors, answer }
