import { backendInfo } from '@ol/core'
import { groupsUnder, impliedRule } from '@ol/core/internal'
import { conflictOf } from '@ol/pipeline'
import { namedRules, nameOf } from '@ol/spec'
import { usageError } from '../exit.js'
import { checkpointOptions } from '../flags/checkpoint.js'
import { conflictTexts } from '../flags/conflict-texts.js'
import { holdoutOptions, passModels } from '../flags/holdout-flags.js'
import { firstReadOnce } from '../flags/input-files.js'
import { learnerOptions } from '../flags/learner-flags.js'
import { lossOf } from '../flags/model-flags.js'
import { checkParameters, givenParameters } from '../flags/parameters.js'
import { refuseWithoutRegret } from '../flags/regret.js'
import type { TrainFlags } from '../flags/train-flags.js'
import { checkCache, checkOutput, refuseOverwriting } from '../output/line-output.js'
import { refuseOutputs } from '../output/report-page.js'
import { refuseModelOutput } from '../output/save-model.js'

/** Returns the file for the model so far, which a signal leaves if there are no checkpoints. */
export function partialOf({ output, checkpoint, resume }: TrainFlags): string | undefined {
  return output === undefined || checkpoint !== undefined || resume !== undefined
    ? undefined
    : `${output}.partial`
}

/** Throws for flags that would fail after the first example is read. */
export async function refuseConflicts(inputs: readonly string[], flags: TrainFlags): Promise<void> {
  const cache = flags.cache === true ? `${inputs[0]}.olcache` : flags.cache || undefined
  const checkpoint = checkpointOptions(flags, inputs)
  const { initialModel } = flags
  const read = initialModel === undefined ? inputs : [...inputs, initialModel]
  refuseOutputs(flags, read, [
    flags.output,
    flags.predictions,
    cache,
    checkpoint?.path,
    partialOf(flags),
    ...passModels(flags),
  ])
  const whole = flags.predictions !== undefined || flags.regret === true || flags.drift === true
  if (checkpoint !== undefined && whole)
    throw usageError(
      '--checkpoint excludes --predictions, --regret and --drift, which a resumed training cannot complete',
    )
  for (const path of [checkpoint?.path, partialOf(flags)]) refuseOverwriting(path, inputs)
  if (cache !== undefined) await checkCache(cache)
  const once = await firstReadOnce(inputs)
  const rule = nameOf(impliedRule(learnerOptions(flags)))
  const divided = (flags.prenormalize ?? 'none') !== 'none'
  const twice = divided || namedRules[rule].firstPass === true
  if (flags.share !== undefined && flags.initialModel === undefined)
    throw usageError('--share needs -i MODEL: it continues a share of that model')
  const conflict = conflictOf({
    once: once !== undefined,
    files: !inputs.includes('-'),
    passes: flags.passes,
    cache: flags.cache,
    firstPass: twice && flags.initialModel === undefined,
    divided,
    grouped: groupsUnder(learnerOptions(flags)),
  })
  if (conflict !== undefined) throw usageError(conflictTexts[conflict](once ?? ''))
  if (flags.json === true && flags.predictions === '-')
    throw usageError('--json and --predictions - would both write to standard output')
  refuseWithoutRegret(flags)
  holdoutOptions(flags)
  backendInfo(flags.backend)
  if (flags.initialModel === undefined && flags.resume === undefined)
    checkParameters(givenParameters(flags), rule, lossOf(flags.loss, rule))
  refuseModelOutput(flags.output, inputs)
  refuseOverwriting(flags.predictions, read)
  if (flags.output !== undefined) checkOutput(flags.output)
}
