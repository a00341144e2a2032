import { lossOf, paramText, ruleOf } from '@ol/spec'
import { autoRates } from './lane-options.js'
import type { AnyLearnerOptions } from './learner-options.js'
import type { Settings } from './settings.js'

/** Returns the options from which `resolveOptions` makes these settings. */
export function optionsOf(settings: Settings): AnyLearnerOptions {
  const params: Record<string, number | string> = {}
  ruleOf(settings.rule).params.forEach((p, i) => {
    params[p.name] =
      settings.automatic && p.name === 'learningRate'
        ? 'auto'
        : paramText(p, settings.params[i * settings.lanes])
  })
  const { classes: { names, count, most } = {}, bootstrap } = settings
  const classes = names !== undefined && names.length === count ? names : count

  lossOf(settings.loss).params.forEach((p, i) => {
    params[p.name] = paramText(p, settings.lossParams[i])
  })
  const {
    rule,
    loss,
    bits,
    precision,
    update,
    clip,
    labelScale,
    outliers,
    expand,
    link,
    constant,
    hash,
    hashSeed,
    missingAs,
    input,
  } = settings
  const { maxFeatures, prenormalize, classWeight, signNames, names: mostNames } = settings
  return {
    rule,
    loss,
    bits,
    precision,
    update,
    clip,
    labelScale,
    outliers,
    ...(expand === 'off' ? {} : { expand }),
    link,
    prenormalize,
    constant,
    hash,
    hashSeed,
    missingAs,
    names: mostNames === 0 ? 'off' : mostNames,
    input,
    ...params,
    ...(classes === undefined ? {} : { classes }),
    ...(signNames === undefined ? {} : { task: 'binary' as const, classes: signNames }),
    ...(maxFeatures === undefined ? {} : { maxFeatures }),
    ...(classWeight === undefined ? {} : { classWeight }),
    ...(most === undefined ? {} : { mostClasses: most }),
    ...(settings.automatic || ruleOf(rule).ensemble !== undefined ? { keepLanes: settings.keepLanes } : {}),
    ...(bootstrap === undefined ? {} : { bootstrap: bootstrap.replicates, bootstrapSeed: bootstrap.seed }),
  }
}

/** Returns the `Learner.warnings` of these settings: that the theory of a rule does not cover the loss. */
export function warningsOf({ rule, loss, automatic }: Settings): readonly string[] {
  const { losses: allowed, scaleInvariant } = ruleOf(rule)
  const warnings: string[] = []
  if (allowed !== undefined && !allowed.includes(loss))
    warnings.push(
      `the theory of rule ${rule} is about ${allowed.join(', ')} loss; it learns with ${loss}, without its bounds`,
    )
  if (automatic && !scaleInvariant)
    warnings.push(
      `the best rate of rule ${rule} depends on the units of the features, and auto looks within [${autoRates[0]}, ${autoRates[autoRates.length - 1]}]`,
    )
  return warnings
}
