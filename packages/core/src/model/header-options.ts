import {
  flagName,
  type LossId,
  losses,
  modifiedRule,
  nameOf,
  type OptionEntry,
  type OptionName,
  optionEntry,
  optionNames,
  type RuleName,
  rules,
} from '@ol/spec'
import { isCombined, type MixtureSettings } from '../options/ensemble-options.js'
import type { ClassSetting, SettingName, Settings } from '../options/settings.js'

/** The settings that imply others in older files. */
type Implying = MixtureSettings

/** The settings of a header that does not name them, if they follow from others; undefined: they do not apply there. */
const implied: { readonly [Name in SettingName]?: (settings: Implying) => Settings[Name] | undefined } = {
  // mixtures of complete models kept their lanes before the option existed
  keepLanes: (settings) => !settings.automatic || isCombined(settings),
  // before the option existed, only `auto` scaled labels
  labelScale: ({ automatic, classes, loss }) =>
    automatic && classes === undefined && losses[loss]?.labels === 'real' ? 'spread' : 'none',
}

const stored = optionNames.filter((name): name is SettingName => optionEntry(name).file !== undefined)

/** Returns the text of each setting that is an option, by its key in a header; without those that a header does not name. */
export function optionTexts(settings: Settings): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const name of stored) {
    const { file = {} } = optionEntry(name)
    const value = name === 'rule' ? nameOf(settings) : settings[name]
    const unless = implied[name] === undefined ? file.unless : implied[name](settings)
    if ((file.implied === true || 'unless' in file) && value === unless) continue
    texts[keyOf(name)] = file.json === true ? JSON.stringify(value) : String(value)
  }
  return texts
}

/** Returns the options of a header that have their own keys. */
export function optionsIn(
  metadata: { readonly [key: string]: string },
  { automatic, classes }: { readonly automatic: boolean; readonly classes: ClassSetting | undefined },
): Record<string, unknown> {
  const loss = metadata.loss as LossId
  const rule = modifiedRule(metadata.rule as RuleName)
  const options: Record<string, unknown> = {}
  for (const name of stored) {
    const entry = optionEntry(name)
    const text = metadata[keyOf(name)]
    if (text !== undefined) options[name] = valueIn(entry, text)
    else if (implied[name] === undefined) options[name] = entry.file?.unless
    else options[name] = implied[name]({ ...rule, loss, automatic, classes })
  }
  // a single model has no lanes to prune
  if (!automatic && rules[rule.rule]?.ensemble === undefined) delete options.keepLanes
  return options
}

function valueIn({ kind, file }: OptionEntry, text: string): unknown {
  if (file?.json === true) return JSON.parse(text)
  if (kind === 'boolean') return text === 'true'
  return kind === 'whole' || (kind === 'bits' && text !== 'grow') ? Number(text) : text
}

/** `hashSeed` -> `hash_seed` */
function keyOf(name: OptionName): string {
  return flagName(name).replaceAll('-', '_')
}
