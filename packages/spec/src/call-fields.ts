import type { LaterMeasure } from './backend.js'

// How the fields of a call of the native addon are described: see calls.ts.

/** The elements of a typed array; `real`: float32 or float64. */
export type ArrayType = 'u8' | 'u32' | 'f64' | 'real'

/** A typed array, or records as an array of their numbers. */
export interface ArrayField {
  /** the argument of the backend's function that has it, and its name there */
  readonly of: string
  readonly name: string
  readonly type: ArrayType
  readonly optional: boolean
  /** the fields of one record */
  readonly record?: readonly NumberField[] | undefined
}

/** A number, passed as an element of the first argument. */
export interface NumberField {
  readonly of: string
  readonly name: string
  /** the number of each string or boolean that it may be */
  readonly codes?: Readonly<Record<string, number>> | undefined
  /** the index of the number in an array; the number is 0 if the array has no such element */
  readonly element?: number | undefined
  /** a whole number in this range; absent: any number */
  readonly range?: readonly [number, number] | undefined
}

export interface CallFields {
  readonly numbers: readonly NumberField[]
  readonly arrays: readonly ArrayField[]
  /** whether its arguments may be cached between calls: calls for single examples, whose arguments rarely change */
  readonly cached?: boolean
}

export type Range = readonly [number, number]

/** The ranges of a number of elements, and of a number of lanes. */
export const size: Range = [0, 2 ** 40]
export const lanes: Range = [1, 2 ** 16]

/** A boolean, passed as a number. */
export const flag = { codes: { false: 0, true: 1 } } as const
type TypeOf<A> = A extends Uint8Array
  ? 'u8'
  : A extends Uint32Array
    ? 'u32'
    : A extends Float32Array
      ? 'real'
      : A extends Float64Array
        ? 'f64' | 'real'
        : A extends readonly LaterMeasure[]
          ? readonly NumberField[]
          : never
type ArrayOf<V> = undefined extends V ? readonly [TypeOf<NonNullable<V>>, 'optional'] : TypeOf<V>
// in brackets: a union is tested as a whole
type NumberOf<V> = [V] extends [number]
  ? Range | 'any'
  : [V] extends [string | boolean]
    ? { readonly codes: Readonly<Record<`${V}`, number>> }
    : [V] extends [Float64Array]
      ? { readonly element: number }
      : never
type Arrays<S> = { readonly [O in keyof S]?: { readonly [K in keyof S[O]]?: ArrayOf<S[O][K]> } }
type Numbers<S> = { readonly [O in keyof S]?: { readonly [K in keyof S[O]]?: NumberOf<S[O][K]> } }

/** Flattens fields into rows; the types hold names and types against the arguments `S` of the backend's function. */
export function numbersOf<S>(fields: Numbers<S>): NumberField[] {
  return entries(fields).map(([of, name, kind]) => {
    if (kind === 'any') return { of, name }
    if (Array.isArray(kind)) return { of, name, range: kind as unknown as Range }
    return { of, name, ...(kind as Pick<NumberField, 'codes' | 'element'>) }
  })
}

export function arraysOf<S>(fields: Arrays<S>): ArrayField[] {
  return entries(fields).map(([of, name, kind]) => {
    const optional = Array.isArray(kind) && kind[1] === 'optional'
    const type = optional ? kind[0] : kind
    return typeof type === 'string'
      ? { of, name, type: type as ArrayType, optional }
      : { of, name, type: 'f64', optional, record: type as readonly NumberField[] }
  })
}

function entries(fields: object): [string, string, unknown][] {
  return Object.entries(fields).flatMap(([of, own]) =>
    Object.entries(own as object).map(([name, kind]): [string, string, unknown] => [of, name, kind]),
  )
}

/** Returns the codes of a table's entries. */
export function codesOf<Id extends string>(table: Record<Id, { readonly code: number }>): Record<Id, number> {
  const codes = Object.entries<{ readonly code: number }>(table).map(([id, { code }]) => [id, code])
  return Object.fromEntries(codes) as Record<Id, number>
}
