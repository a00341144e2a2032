import { lossOf, type OptionName, optionNames, paramText, ruleOf } from '@ol/spec'
import { autoRates } from './lane-options.js'
import type { AnyLearnerOptions } from './learner-options.js'
import type { ClassSetting, SettingName, Settings } from './settings.js'

/** Options that settings have in another form, or only sometimes. */
const otherForms: { readonly [Name in OptionName]?: (settings: Settings) => unknown } = {
  task: ({ signNames }) => (signNames === undefined ? undefined : 'binary'),
  classes: ({ signNames, classes: { names, count } = {} as Partial<ClassSetting> }) =>
    signNames ?? (names?.length === count ? names : count),
  mostClasses: ({ classes }) => classes?.most,
  bootstrap: ({ bootstrap }) => bootstrap?.replicates,
  bootstrapSeed: ({ bootstrap }) => bootstrap?.seed,
  keepLanes: (settings) =>
    settings.automatic || ruleOf(settings).ensemble !== undefined ? settings.keepLanes : undefined,
  names: ({ names }) => (names === 0 ? 'off' : names),
}

/** Returns the options from which `resolveOptions` makes these settings. */
export function optionsOf(settings: Settings): AnyLearnerOptions {
  const options: Record<string, unknown> = {}
  for (const name of optionNames) {
    const value = name in otherForms ? otherForms[name]?.(settings) : settings[name as SettingName]
    if (value !== undefined) options[name] = value
  }
  ruleOf(settings).params.forEach((p, i) => {
    options[p.name] =
      settings.automatic && p.name === 'learningRate'
        ? 'auto'
        : paramText(p, settings.params[i * settings.lanes])
  })
  lossOf(settings.loss).params.forEach((p, i) => {
    options[p.name] = paramText(p, settings.lossParams[i])
  })
  return options
}

/** Returns the `Learner.warnings` of these settings: that the theory of a rule does not cover the loss. */
export function warningsOf(settings: Settings): readonly string[] {
  const { loss, automatic } = settings
  const { id: rule, losses: allowed, scaleInvariant } = ruleOf(settings)
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
