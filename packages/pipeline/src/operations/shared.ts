import type { AnyLearnerOptions } from '@ol/core'
import { keepAllLanes, shardSeed, shareOfModel } from '@ol/core/internal'
import type { ReadOptions } from '@ol/reader'
import { invalid } from '@ol/spec'
import type { AnyLearner } from '../session.js'
import type { TrainRunOptions } from './train-options.js'

/**
 * Returns the model with which a training begins; if shards continue training a model separately, the share of this
 * shard. A shard keeps all lanes of a mixture.
 *
 * @throws OLError OL_PARAMETER for a share without a model, or of a checkpoint
 */
export function shared<L extends AnyLearner | undefined>(
  learner: L,
  { share, resume }: Pick<TrainRunOptions, 'share' | 'resume'>,
  { shard }: Pick<ReadOptions, 'shard'>,
): L {
  if (share !== undefined && (learner === undefined || resume !== undefined))
    throw invalid('OL_PARAMETER', 'share', 'undefined without an initial model', share)
  if (share !== undefined && shard !== undefined && shard.number > share)
    throw invalid('OL_PARAMETER', 'share', `at least the number of the shard, ${shard.number}`, share)
  if (learner === undefined) return learner
  const own = share === undefined ? learner : shareOfModel(learner, share, (shard?.number ?? 1) - 1)
  if (shard !== undefined) keepAllLanes(own)
  return own as L
}

/**
 * Returns the options of the learner of a shard. By default it derives no features: such models have no shares, no slices and no merge
 * holdout. Its replicates are resampled independently of other shards.
 */
export function ofShard(
  options: AnyLearnerOptions,
  { shard }: Pick<ReadOptions, 'shard'>,
  mergeHoldout: boolean,
): AnyLearnerOptions {
  if (shard === undefined && !mergeHoldout) return options
  const own: AnyLearnerOptions = { ...options, expand: options.expand ?? 'off' }
  const { bootstrap, bootstrapSeed = 0 } = options
  // a wrong seed is refused by the learner
  if (bootstrap === undefined || shard === undefined || bootstrapSeed >>> 0 !== bootstrapSeed) return own
  return { ...own, bootstrapSeed: shardSeed(bootstrapSeed, shard.number - 1) }
}
