export {
  hashName,
  hashNameInt,
  hashText,
  murmur3,
  murmur3Int,
  murmur3Short,
  namespaceHash,
  writeText,
} from './hash/murmur3.js'
export { joined, upperSeed } from './hash/upper.js'
export { lossTwins } from './losses/index.js'
export { links } from './losses/link.js'
export { logistic } from './losses/logistic.js'
export type { LossTwin } from './losses/loss.js'
export { saturation, squared } from './losses/squared.js'
export { addLossTwins, lossTwinOf } from './losses/twin-of.js'
export { exp } from './math/exp.js'
export { log, log1p } from './math/log.js'
export { power } from './math/power.js'
export { boxed } from './projections/box.js'
export { l1Multiplier } from './projections/l1.js'
export { l2Multiplier } from './projections/l2.js'
export { workspace } from './projections/workspace.js'
