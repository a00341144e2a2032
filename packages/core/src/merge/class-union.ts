import { isNewClass, mergeOf, nameOf, type OLError } from '@ol/spec'
import { withClasses } from '../options/lane-options.js'
import type { ClassSetting, Settings } from '../options/settings.js'
import { type ClassPlaces, placedHead, placedRows } from './class-places.js'
import { mergeError } from './merge-error.js'
import type { ModelHead, ModelPart } from './model-part.js'

/*
 * Models that saw different classes, or the same in another order: each is laid out for all of them, first the classes
 * of the first model, then the classes that only the second has, and so on. A class that a model has not seen is an
 * untrained lane, which counts for nothing.
 */

/** Returns parts of models with the classes of all of them by name; the same parts if all have the same classes. */
export function withAllClasses(parts: readonly ModelPart[]): readonly ModelPart[] {
  const found = classUnion(parts.map(({ head }) => head))
  if (found === undefined) return parts
  const { union, all } = found
  return parts.map((part, k) => {
    const { head, rows } = part
    const places = all[k]
    refuseOthers(union, head.settings, places, k + 1)
    const wider = withUnion(head.settings, union)
    return {
      ...part,
      head: placedHead(head, wider, places),
      rows: placedRows(rows, head.settings, wider, places),
    }
  })
}

/** The parts of a model by which its classes are found. */
type ClassHead = Pick<ModelHead, 'settings' | 'counts'>

/** Returns the classes of all models, and by model their places; undefined: all have the same, or classes are numbers. */
export function classUnion(
  heads: readonly ClassHead[],
): { readonly union: ClassSetting; readonly all: readonly ClassPlaces[] } | undefined {
  const names = heads.map(namesOf)
  const settings = heads.map((head) => head.settings)
  if (names.some((own) => own === undefined) || sameClasses(heads)) return undefined
  const own = names.map((each) => each as readonly string[])
  const union = unionOf(settings, own)
  return { union, all: settings.map((each, k) => placesOf(union, each, own[k])) }
}

/** Whether models have the same classes in the same order. */
function sameClasses(heads: readonly ClassHead[]): boolean {
  const text = ({ settings }: ClassHead): string => JSON.stringify(settings.classes ?? null)
  return heads.every((head) => text(head) === text(heads[0]))
}

/** The names of the classes that a model has seen; undefined: it has none, or they are numbers. */
function namesOf({ settings: { classes }, counts }: ClassHead): readonly string[] | undefined {
  if (classes === undefined) return undefined
  // without examples no names are known
  return classes.names ?? (counts.labelled === 0 ? [] : undefined)
}

function unionOf(settings: readonly Settings[], all: readonly (readonly string[])[]): ClassSetting {
  const names = [...all[0]]
  const known = new Set(names)
  const [{ classes: first }] = settings
  const most = settings.every(({ classes }) => classes?.most !== undefined) ? first?.most : undefined
  all.forEach((own, k) => {
    for (const name of own) {
      if (known.has(name)) continue
      if (most !== undefined && (names.length >= most || !isNewClass(names, name))) {
        const expected = names.length >= most ? `at most ${most} classes` : 'another whole number'
        const text = (model: string): string =>
          `Expected ${expected} but ${model} has the class ${JSON.stringify(name)} next to ${JSON.stringify(names.slice(0, 5))}`
        throw mergeError([k + 1], text, { value: name, expected })
      }
      names.push(name)
      known.add(name)
    }
  })
  const count = Math.max(names.length, ...settings.map(({ classes }) => classes?.count ?? 0))
  return { count, names, ...(most === undefined ? {} : { most }) }
}

/** For each class of the union: the class of a model with its name, or one that has no name yet. */
function placesOf(
  { count, names = [] }: ClassSetting,
  { classes }: Settings,
  own: readonly string[],
): ClassPlaces {
  const known = new Map(own.map((name, k) => [name, k]))
  let unnamed = own.length
  const next = (): number => (unnamed < (classes?.count ?? 0) ? unnamed++ : -1)
  return Array.from({ length: count }, (_, u) => {
    const name = names[u]
    return (name === undefined ? undefined : known.get(name)) ?? next()
  })
}

/** Throws OL_MERGE_SETTINGS if the lanes of a model cannot be laid out for other classes. */
function refuseOthers(union: ClassSetting, settings: Settings, places: ClassPlaces, model: number): void {
  const { classes, lanes, laneClasses, classWeight } = settings
  const count = classes?.count ?? 0
  if (places.length === count && places.every((place, u) => place === u)) return
  const refuse = (why: string): OLError => {
    const expected = JSON.stringify(union.names)
    const text = (its: string): string =>
      `Expected models of the same classes in the same order but ${its} has ${JSON.stringify(classes?.names ?? [])} of ${expected}, and ${why}: name all classes when the models are trained`
    return mergeError([model], text, { value: classes?.names, expected })
  }
  const entry = mergeOf(settings)
  if ('unit' in entry && entry.unit !== 'own' && entry.evidence === 'none' && places.includes(-1))
    throw refuse(`rule ${nameOf(settings)} does not keep which of its weights have learned`)
  if (Array.isArray(classWeight)) throw refuse('class weights are given by position')
  const each = lanes / count
  if (!Number.isInteger(each) || laneClasses?.some((k, l) => k !== Math.floor(l / each)))
    throw refuse('some of its lanes were pruned')
}

function withUnion(settings: Settings, classes: ClassSetting): Settings {
  return settings.classes?.count === classes.count ? { ...settings, classes } : withClasses(settings, classes)
}
