import type { TextBackend } from '@ol/spec'
import { checkBlock } from './blocks/check-block.js'
import { cross } from './cross/cross.js'
import { learning } from './learning-backend.js'
import { plainNames } from './names/plain-names.js'
import { tokenizers } from './tokenizers/index.js'

/** The TypeScript backend, which runs wherever JavaScript does. */
export const fallback: TextBackend = {
  ...learning,
  cross,
  crossAsync: (plan, tokens, out, first, until) =>
    Promise.resolve().then(() => cross(plan, tokens, out, first, until)),
  tokenize: (plan, chunk, out) => tokenizers[plan.format](plan, chunk, out),
  tokenizeAsync: (plan, chunk, out) =>
    Promise.resolve().then(() => {
      tokenizers[plan.format](plan, chunk, out)
    }),
  plainNames,
  checkBlock,
  checkBlockAsync: (classes, block) => Promise.resolve().then(() => checkBlock(classes, block)),
  stream: () => ({
    ...fallback,
    ahead: 0,
    predictAsync: (plan, table, batch, results) =>
      Promise.resolve().then(() => {
        learning.predict(plan, table, batch, results)
      }),
    close: () => undefined,
  }),
}
