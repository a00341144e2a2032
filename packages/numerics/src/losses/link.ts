import type { Link } from '@ol/spec'
import { exp } from '../math/exp.js'

/**
 * Functions from a score to a prediction, by link: `identity` the score; `logistic` the probability of the label 1;
 * `glf1` a number in (-1, 1); `exp` the mean of a count. Twin: native/core/losses/link.h.
 */
export const links: Record<Link, (score: number) => number> = {
  identity: (z) => z,
  logistic: (z) => 1 / (1 + exp(-z)),
  glf1: (z) => 2 / (1 + exp(-z)) - 1,
  exp: (z) => exp(z),
}
