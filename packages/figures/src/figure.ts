/** An axis: its quantity and its scale. */
export interface Axis {
  readonly label: string
  readonly scale: 'linear' | 'log' | 'category'
  /** names of the values 0, 1, 2, ... of a category axis */
  readonly names?: readonly string[] | undefined
  readonly min?: number | undefined
  readonly max?: number | undefined
}

/** Points that belong together. */
export interface Series {
  readonly name: string
  readonly points: readonly (readonly [x: number, y: number])[]
  readonly style?: 'line' | 'points' | 'both' | undefined
  /** the group of curves that belong together: they share a color and differ in their dashes */
  readonly color?: number | undefined
  readonly dashed?: boolean | undefined
}

/** A figure of lines and points. */
export interface Figure {
  readonly title: string
  readonly x: Axis
  readonly y: Axis
  readonly series: readonly Series[]
  readonly description?: string | undefined
}
