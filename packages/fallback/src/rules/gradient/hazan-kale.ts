import { boxed } from '@ol/numerics'
import { absence, lastPresent, param } from '../parts.js'
import type { Lane, RuleTwin, Step } from '../rule.js'

/** Returns the budget of an epoch for the variation of its gradients: 4^epoch. */
function budgetOf(epoch: number): number {
  let budget = 1
  for (let i = 0; i < epoch; i++) budget *= 4
  return budget
}

/** Returns the weight of an epoch with this sum of gradients. */
function weightOf(sum: number, epoch: number, radius: number): number {
  const rate = 2 / Math.sqrt(budgetOf(epoch))
  return boxed(-(radius * (rate < 1 / 6 ? rate : 1 / 6)) * sum, -radius, radius)
}

/**
 * Returns the round of an epoch, from the one after `rounds` up to `last`, in which the variation V = sum g^2 - (sum
 * g)^2 / n first exceeds the budget, although no gradient is added (n grows); 0 if it never does.
 */
function overrun(sum: number, squares: number, epoch: number, rounds: number, last: number): number {
  const budget = budgetOf(epoch)
  const exceeds = (n: number) => squares - (sum * sum) / n > budget
  if (!(last > rounds) || !exceeds(last)) return 0
  // the round in exact arithmetic, corrected with the rounded numbers
  let n = Math.floor((sum * sum) / (squares - budget)) + 1
  n = n > rounds ? (n < last ? n : last) : rounds + 1
  while (n > rounds + 1 && exceeds(n - 1)) n--
  while (!exceeds(n)) n++
  return n
}

function restart(T: Lane, k: number, L: number, epoch: number, rounds: number): void {
  T[k] = 0
  T[k + L] = 0
  T[k + 2 * L] = epoch
  T[k + 3 * L] = rounds
}

/**
 * Regret by the variation of the gradients (Hazan, Kale 2008), coordinate by coordinate as in Streeter, McMahan 2010,
 * section 4.2: w = clip(-eta sum g) on [-r, r], eta = r min(2 / sqrt(budget), 1/6): weights are in units of r. The budget of the variation is doubled
 * (4^epoch) whenever it is exceeded, and the coordinate starts again from 0. A round without the feature is a round with
 * gradient 0. State: sum of the gradients, root of the sum of their squares, epoch, rounds of the epoch.
 */
export const hazanKale: RuleTwin = {
  ...lastPresent,
  eager: true,
  prepare(T, k, L, _r, c) {
    const squares = T[k + L] * T[k + L]
    const rounds = T[k + 3 * L]
    const last = rounds + c.missed
    const over = overrun(T[k], squares, T[k + 2 * L], rounds, last)
    if (over > 0) restart(T, k, L, T[k + 2 * L] + 1, last - over)
    else T[k + 3 * L] = last
  },
  read: (T, k, L, c, l) => weightOf(T[k], T[k + 2 * L], param(c, 0, l)),
  write(T, k, L, r, c) {
    const g = c.g * r
    const n = T[k + 3 * L] + 1
    const sum = T[k] + g
    const squares = T[k + L] * T[k + L] + g * g
    if (squares - (sum * sum) / n > budgetOf(T[k + 2 * L])) {
      restart(T, k, L, T[k + 2 * L] + 1, 0)
      return
    }
    T[k] = sum
    T[k + L] = Math.sqrt(squares)
    T[k + 3 * L] = n
  },
  weight(T, k, L, S, s, c: Step, l) {
    const squares = T[k + L] * T[k + L]
    const rounds = T[k + 3 * L]
    const over = overrun(T[k], squares, T[k + 2 * L], rounds, rounds + absence(S, s, c))
    return over > 0 ? 0 : weightOf(T[k], T[k + 2 * L], param(c, 0, l))
  },
}
