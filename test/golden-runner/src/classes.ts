import { type LossId, losses } from '@ol/spec'
import { adagradClasses } from './adagrad.js'
import { fullMatrixClasses } from './full-matrix.js'
import { gradientClasses } from './gradient.js'
import { marginClasses } from './margin.js'
import { mirrorDescentClasses } from './mirror-descent.js'
import { normalizedClasses } from './normalized.js'
import { parameterFreeClasses } from './parameter-free.js'
import type { ClassRun, GoldenRun, GoldenTrace } from './trace.js'

/** The classes of the reference implementations: what each is called and how it is set up in OL. One file for each kind of rule. */
const classes: Readonly<Record<string, (trace: GoldenTrace) => ClassRun>> = {
  ...normalizedClasses,
  ...gradientClasses,
  ...adagradClasses,
  ...mirrorDescentClasses,
  ...marginClasses,
  ...parameterFreeClasses,
  ...fullMatrixClasses,
}

/** Returns the run that a trace was made by; throws a RangeError for a class or a loss that OL does not have. */
export function runOfTrace(trace: GoldenTrace): GoldenRun {
  const { class: name, loss: named = 'hinge', clip } = trace.params
  if (!Object.hasOwn(classes, name)) throw new RangeError(`There is no class ${name} (${trace.algorithm})`)
  const [text, parameter] = named.split(':')
  const loss = text.replaceAll('_', '-')
  if (!Object.hasOwn(losses, loss)) throw new RangeError(`There is no loss ${named} (${trace.algorithm})`)
  return {
    loss: loss as LossId,
    update: 'plain',
    lossParams: parameter === undefined ? {} : { [losses[loss as LossId].params[0].name]: Number(parameter) },
    ...(clip === undefined || clip === null ? {} : { clip: [-clip, clip] as const }),
    ...classes[name](trace),
  }
}
