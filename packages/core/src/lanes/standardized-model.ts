import type { Plan } from '@ol/spec'
import type { Settings } from '../options/settings.js'
import { learningPlan } from './learning-plan.js'
import type { Serving } from './linear.js'
import { SingleModel } from './single-model.js'
import {
  labelSpread,
  meanOfLabels,
  noteConstant,
  standardizedLabels,
  standardizedOffset,
} from './standardize-plan.js'

/** A model whose rule may standardize features and labels: it keeps their statistics in its table. */
export class StandardizedModel extends SingleModel {
  override get unit(): number {
    return this.targets.scale?.deviation ?? labelSpread(this.plan, this.table)
  }

  override get offset(): number {
    return this.targets.scale?.mean ?? standardizedOffset(this.plan, this.table)
  }

  override get labelMean(): number {
    return this.targets.scale?.mean ?? meanOfLabels(this.plan, this.table)
  }

  override get serving(): Serving {
    const serving = super.serving
    const labels = standardizedLabels(this.plan, this.table)
    if (labels === undefined) return serving
    const [unit, mean] = [labelSpread(this.plan, this.table), meanOfLabels(this.plan, this.table)]
    const [low, high] = serving.range
    return {
      ...serving,
      range: unit > 0 ? [(low - mean) / unit, (high - mean) / unit] : serving.range,
      labels,
    }
  }

  protected override planOf(settings: Settings): Plan {
    return learningPlan(settings, this.targets.outliers?.errors)
  }

  protected override noteConstant(): void {
    noteConstant(this.plan, this.rows)
  }
}
