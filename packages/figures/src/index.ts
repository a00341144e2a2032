export type { Axis, Figure, Series } from './figure.js'
export { type Look, pageLook, paperLook } from './look.js'
export { scaleOf } from './scale.js'
export { escapeText, figureSvg } from './svg.js'
