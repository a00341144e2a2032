import { ownUnit, plainWeight } from '../parts.js'
import type { RuleTwin, Step } from '../rule.js'
import { fitsAlong } from './margin.js'

/** w += tau y x, with tau from the hinge loss (> 0) and ||x||^2 (> 0). */
function passiveAggressive(tau: (c: Step, l: number, loss: number) => number): RuleTwin {
  const decide = (c: Step, l: number): void => {
    const loss = 1 - c.y * c.z
    c.u = loss > 0 && c.squares > 0 ? tau(c, l, loss) * c.y : 0
  }
  return {
    ...ownUnit,
    ...plainWeight,
    // depends on the margin, whatever the loss
    eager: true,
    fits(c, l) {
      decide(c, l)
      return fitsAlong(c)
    },
    decide,
    write(T, k, _L, r, c) {
      T[k] += c.u * r
    },
  }
}

/** PA (Crammer et al. 2006, Figure 1): tau = loss / ||x||^2. */
export const pa: RuleTwin = passiveAggressive((c, _l, loss) => loss / c.squares)

/** PA-I: tau = min(C, loss / ||x||^2); parameter 0 is C. */
export const pa1: RuleTwin = passiveAggressive((c, l, loss) => {
  const most = c.params[l] * c.h
  const tau = loss / c.squares
  return tau < most ? tau : most
})

/** PA-II: tau = loss / (||x||^2 + 1 / (2 C)); parameter 0 is C. */
export const pa2: RuleTwin = passiveAggressive((c, l, loss) => loss / (c.squares + 0.5 / (c.params[l] * c.h)))
