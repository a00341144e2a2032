import {
  type ClassWeight,
  type Expand,
  expandChoices,
  type LabelScaling,
  labelScales,
  links,
  type Outliers,
  outlierChoices,
  type Prenormalize,
  prenormalizers,
} from '@ol/core'
import {
  defaultLoss,
  defaultRule,
  type Link,
  type LossId,
  limits,
  losses,
  type Precision,
  type RuleId,
  rules,
  singleRule,
  type Task,
  tasks,
  type Update,
} from '@ol/spec'
import { type Command, Option } from 'commander'
import { addParameterFlags } from './parameters.js'
import {
  bits,
  type ClipFlag,
  choices,
  classList,
  classWeights,
  clip,
  integer,
  nameCount,
  oneOf,
} from './values.js'

/** The flags of `train` for a model. A flag that was not given is absent; the library has the default. */
export interface ModelFlags {
  readonly rule?: RuleId
  readonly loss?: LossId
  readonly task?: 'auto' | Task
  readonly update?: Update
  readonly bits?: number | 'grow'
  readonly maxFeatures?: number
  readonly precision?: Precision
  readonly clip?: ClipFlag
  readonly labelScale?: LabelScaling
  readonly outliers?: Outliers
  readonly expand?: Expand
  readonly link?: Link
  readonly prenormalize?: Prenormalize
  readonly classes?: number | readonly string[]
  readonly classWeight?: ClassWeight
  readonly bootstrap?: number
  readonly bootstrapSeed?: number
  readonly keepLanes?: boolean
  readonly names?: number | 'off'
}

/** Returns the loss that the flags name, or the default of their rule. */
export function lossOf(loss: LossId | undefined, rule: RuleId): LossId {
  return loss ?? defaultLoss(rules[rule])
}

const group = 'The model:'

/** Each update of some rule. */
const updates: readonly Update[] = [...new Set(Object.values(rules).flatMap((rule) => rule.updates))]

function lines(entries: Record<string, { readonly id: string; readonly description: string }>): string {
  return Object.values(entries)
    .map(({ id, description }) => `${id}: ${description}`)
    .join('; ')
}

/** Adds the flags of a model. `several`: rules and losses are comma-separated lists. */
export function addModelFlags(command: Command, several = false): Command {
  const add = (option: Option): Command => command.addOption(option.helpGroup(group))
  const names = (option: Option, all: readonly string[], listed: string): Command =>
    add(several ? option.choices(all).argParser(choices(all)) : oneOf(option, all, listed))
  const more = several ? 'one or more, comma-separated: ' : ''
  names(
    new Option(
      '--rule <rule>',
      `${more}the rule of learning, which ol-cli help rules lists (default: ${several ? singleRule : `${defaultRule}; ${singleRule} where a parameter, a loss or a flag is named that ${defaultRule} does not have`})`,
    ),
    Object.keys(rules),
    'ol-cli help rules',
  )
  add(
    new Option(
      '--task <task>',
      `auto: by the labels of the first 1 MiB; ${lines(tasks)} (default: auto)`,
    ).choices(['auto', ...Object.keys(tasks)]),
  )
  names(
    new Option(
      '--loss <loss>',
      `${more}${Object.keys(losses).join(', ')}; ol-cli help losses has the formulas (default: by the task logistic or squared, or the first that the rule supports)`,
    ),
    Object.keys(losses),
    'ol-cli help losses',
  )
  add(
    new Option(
      '--update <kind>',
      'invariant: a weight of 2 is worth two steps; plain: one gradient step',
    ).choices([...updates]),
  )
  add(
    new Option(
      '-b, --bits <n>',
      `2^bits slots for hashed features (default: ${limits.defaultBits}); grow: an exact feature index, without collisions, whose memory grows with the features seen`,
    ).argParser(bits(limits.minBits, limits.maxBits)),
  )
  add(
    new Option(
      '--max-features <n>',
      'with --bits grow: the most features that get a slot; others are then ignored, counted and reported, and memory grows no more (default: as many as there are)',
    ).argParser(integer(1, 2 ** limits.maxBits)),
  )
  add(
    new Option('--precision <kind>', 'precision of the table: float32 or float64 (default: float32)').choices(
      ['float32', 'float64'],
    ),
  )
  add(
    new Option(
      '--clip <range>',
      'auto: a range by the loss; MIN,MAX: clip predictions to it; labels: to the range of the labels so far; vw: the same with 0 and the label of the example itself, as Vowpal Wabbit; none',
    ).argParser(clip),
  )
  add(
    new Option(
      '--label-scale <unit>',
      'in which labels that are numbers are learned: spread: their distance from the mean so far in standard deviations so far, so that their unit and zero do not matter; none: as they are (default: spread)',
    ).choices([...labelScales]),
  )
  add(
    new Option(
      '--outliers <what>',
      'what lies far beyond what came before: bound: a value moves the scale of its feature no further than the reach of the rule, and a label is predicted only; errors: in addition squared loss learns an error as a smaller one; keep: they count as they are (default: errors for squared loss, otherwise bound, where the rule or the label scale has a measure)',
    ).choices([...outlierChoices]),
  )
  add(
    new Option(
      '--expand <what>',
      'derive features beside the model and mix what is learned of them: bins: of each column, by its quantiles; pairs, triples: of columns as well, those that explain what is left; auto: triples, where examples are those of a table (default: off)',
    ).choices([...expandChoices]),
  )
  add(
    new Option(
      '--prenormalize <kind>',
      'none, or read the input twice and divide each feature by its largest |x| (max) or its root mean square (square), before interactions (default: none)',
    ).choices([...prenormalizers]),
  )
  add(
    new Option(
      '--classes <classes>',
      'one against all: the number K of classes, whose labels are 1 to K or K distinct strings; or their names, comma-separated',
    ).argParser(classList),
  )
  add(
    new Option(
      '--class-weight <weights>',
      'of classes in learning, times the weights of examples: balanced: by how rare a class has been so far; or NAME=W, comma-separated: yes=5,no=1 (default: 1 each)',
    ).argParser(classWeights),
  )
  add(
    new Option(
      '--bootstrap <n>',
      'train n replicates on resampled streams beside the model, for intervals of the loss and of predictions',
    ).argParser(integer(2, 1000)),
  )
  add(
    new Option('--bootstrap-seed <n>', 'seed of the resampling (default: 0)').argParser(
      integer(0, 2 ** 32 - 1),
    ),
  )
  add(
    new Option(
      '--keep-lanes',
      'of auto and --learning-rate auto: keep lanes whose weight has vanished; otherwise they are pruned where that frees memory',
    ),
  )
  add(
    new Option(
      '--names <n>',
      `keep the names of the first n features in the model, for inspect and explain; off: none but those of columns (default: ${limits.defaultNames})`,
    ).argParser(nameCount),
  )
  addParameterFlags(command)
  return command
}

/** Adds the flag of the link, which `predict` has too. */
export function addLinkFlag(command: Command, what = 'of numbers that are predicted: '): Command {
  return command.addOption(
    new Option(
      '--link <link>',
      `${what}identity: the score; logistic: a probability; glf1: within (-1, 1); exp: a mean of counts`,
    )
      .choices(Object.keys(links))
      .helpGroup(group),
  )
}
