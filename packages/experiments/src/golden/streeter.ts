import type { ClassRun, GoldenTrace } from './trace.js'

export const streeterClasses: Readonly<Record<string, (trace: GoldenTrace) => ClassRun>> = {}
