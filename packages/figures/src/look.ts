/** The size and the colors of a figure; a color is any color of CSS, or a variable. */
export interface Look {
  readonly width: number
  readonly height: number
  /** undefined: transparent */
  readonly ground: string | undefined
  readonly text: string | undefined
  readonly frame: string
  readonly grid: string
  readonly minorGrid: string
  /** the colors of the series, in their order */
  readonly colors: readonly string[]
}

/**
 * A figure that stands alone, on white. Okabe and Ito chose the colors so that color-blind readers can
 * distinguish them; their yellow is too pale for lines.
 */
export const paperLook: Look = {
  width: 760,
  height: 340,
  ground: '#fff',
  text: undefined,
  frame: '#444',
  grid: '#dedede',
  minorGrid: '#f3f3f3',
  colors: ['#0072B2', '#D55E00', '#009E73', '#CC79A7', '#E69F00', '#56B4E9', '#000000'],
}

/** A figure within a page that defines the variables of `pageTokens`, small enough to be read on a phone. */
export const pageLook: Look = {
  width: 460,
  height: 260,
  ground: undefined,
  text: 'var(--ink)',
  frame: 'var(--frame)',
  grid: 'var(--grid)',
  minorGrid: 'var(--minor-grid)',
  colors: [1, 2, 3, 4, 5, 6, 7].map((k) => `var(--series-${k})`),
}
