import {
  invalid,
  nameOf,
  OLError,
  optionEntry,
  optionNames,
  plainRule,
  type RuleId,
  ruleOf,
  valueText,
} from '@ol/spec'
import { classLabels, classWeightOf } from './class-weight.js'
import type { AnyLearnerOptions } from './learner-options.js'
import { type OptionScope, resolveWith } from './resolve-with.js'
import type { ClassSetting, Settings } from './settings.js'
import { optionsOf } from './stored-options.js'
import { requestedTask } from './task.js'

/** Options that must agree with a loaded model's: they define the meaning of its table. */
const fixed = optionNames.filter((name) => optionEntry(name).load === 'fixed')

/**
 * Returns the settings of a loaded model under the options given to `load`: OL_MODEL_MISMATCH with both values where
 * they contradict the model; everything else (rates, clip, link, update, input) replaces the model's.
 */
export function settingsUnder(settings: Settings, options: AnyLearnerOptions, scope: OptionScope): Settings {
  // without given options a model continues as its file says
  if (Object.values(options).every((value) => value === undefined)) return settings
  const stored: AnyLearnerOptions = { ...optionsOf(settings), rule: nameOf(settings) }
  const name = nameOf(settings)
  const { params: own } = ruleOf(settings)
  const { extends: base, params: ofRule } = ruleOf(plainRule(settings.rule))
  // a model has the name of its rule with modifiers; naming the rule without them is no contradiction
  const names: readonly unknown[] = [name, settings.rule, base]
  // the state of a slot depends on what was done to its weight with these values
  const before = base === undefined ? ofRule : ruleOf(plainRule(base as RuleId)).params
  const state = own.filter((p) => !before.includes(p))
  const different = [...fixed, ...state.map(({ name }) => name)].filter(
    (name) =>
      options[name] !== undefined &&
      options[name] !== stored[name] &&
      !(name === 'rule' && names.includes(options[name])),
  )
  if (different.length > 0) {
    const text = different.map(
      (name) => `${name} ${valueText(stored[name])} but received ${valueText(options[name])}`,
    )
    throw new OLError('OL_MODEL_MISMATCH', `Expected the options of the model: ${text.join(', and ')}`, {
      value: options[different[0]],
      expected: valueText(stored[different[0]]),
    })
  }
  checkLanes(settings, options)
  checkWeights(settings, options.classWeight)
  const { classes: _, classWeight: __, ...others } = options
  const given = Object.fromEntries(
    Object.entries(others).filter(
      // a task that is left open is the model's
      ([name, value]) => value !== undefined && !(name === 'task' && requestedTask(value) === undefined),
    ),
  )
  const { classes, lanes, laneClasses, automatic } = settings
  const resolved = resolveWith({ ...stored, ...given, rule: name }, scope)
  if (nameOf(resolved) !== name) {
    const extra = ruleOf(resolved).params.find(({ name }) => !own.some((p) => p.name === name))?.name
    throw invalid(
      'OL_MODEL_MISMATCH',
      'the options of the model',
      `no ${extra}: its slots have no space for it`,
      nameOf(resolved),
    )
  }
  // a mixture keeps the lanes that it has not pruned
  const rate = ruleOf(settings).params.findIndex((p) => p.name === 'learningRate')
  const params = settings.params.map((value, i) => {
    const j = Math.floor(i / lanes)
    return automatic && j === rate ? value : resolved.params[j * resolved.lanes]
  })
  return {
    ...resolved,
    classes: namesUnder(classes, options.classes),
    lanes,
    laneClasses,
    models: settings.models,
    predictOnly: settings.predictOnly,
    storedPrecision: settings.storedPrecision,
    params,
  }
}

/**
 * Throws OL_MODEL_MISMATCH for one rate if the model is a mixture, for classes if it has none, and the other way round.
 */
function checkLanes(
  { automatic, classes, signNames }: Settings,
  { learningRate, classes: given, task: asked }: AnyLearnerOptions,
): void {
  const task = requestedTask(asked)
  if (signNames !== undefined && task !== undefined && task !== 'binary')
    throw invalid('OL_MODEL_MISMATCH', 'task of this model', 'binary', asked)
  if (learningRate !== undefined && (learningRate === 'auto') !== automatic) {
    const own = automatic ? "'auto'" : 'a number'
    throw invalid('OL_MODEL_MISMATCH', 'learningRate of this model', own, learningRate)
  }
  if (given === undefined) return
  if (signNames !== undefined) {
    if (typeof given !== 'number' && given.join() === signNames.join()) return
    throw invalid('OL_MODEL_MISMATCH', 'classes of this model', signNames.map(valueText).join(', '), given)
  }
  const count = typeof given === 'number' ? given : given.length
  if (classes === undefined || classes.count !== count)
    throw invalid('OL_MODEL_MISMATCH', 'classes of this model', String(classes?.count ?? 'none'), given)
}

/** Throws OL_MODEL_MISMATCH for class weights that differ from the model's: its sums, or its weights, would have no meaning. */
function checkWeights(settings: Settings, given: AnyLearnerOptions['classWeight']): void {
  if (given === undefined) return
  const { classes, classWeight: own } = settings
  const asked = classWeightOf(given, classLabels(settings), classes?.most !== undefined)
  if (JSON.stringify(asked) !== JSON.stringify(own))
    throw new OLError(
      'OL_MODEL_MISMATCH',
      `Expected ${JSON.stringify(own ?? 'none')} for classWeight of this model but received ${JSON.stringify(asked)}`,
      { value: given, expected: JSON.stringify(own ?? 'none') },
    )
}

/**
 * Returns the classes of a model under the names given to `load`: its own must be the first of them.
 */
function namesUnder(
  classes: ClassSetting | undefined,
  given: AnyLearnerOptions['classes'],
): ClassSetting | undefined {
  if (classes === undefined || given === undefined || typeof given === 'number') return classes
  const known = classes.names ?? []
  if (classes.names === undefined || known.some((name, k) => given[k] !== name)) {
    const own =
      classes.names === undefined ? `the numbers 1 to ${classes.count}` : known.map(valueText).join(', ')
    throw invalid('OL_MODEL_MISMATCH', 'classes of this model', own, given.map(valueText).join(', '))
  }
  return { ...classes, names: [...given] }
}
