import type { Backend } from '@ol/spec'
import { learn, predict } from './engine/engine.js'
import { expand } from './expand/expand.js'
import { screen } from './expand/screen.js'
import { locate } from './index/locate.js'
import { unseen } from './index/unseen.js'
import { merge, split } from './merge/merge.js'
import { mix } from './mixture/mix.js'

/** The backend in TypeScript alone, without tokenizers. */
export const learning: Backend = {
  name: 'fallback',
  learn,
  predict,
  locate,
  unseen,
  mix,
  expand,
  screen,
  merge,
  split,
  learnAsync: (plan, table, batch, results) =>
    Promise.resolve().then(() => {
      learn(plan, table, batch, results)
    }),
}
