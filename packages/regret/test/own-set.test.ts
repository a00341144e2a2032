import { Learner } from '@ol/core'
import { describedRules } from '@ol/spec'
import { describe, expect, it } from 'vitest'
import { ownSet } from '../src/comparator/own-set.js'

describe('the set of a rule', () => {
  it('is declared by every parameter that is a radius', () => {
    const radii = Object.values(describedRules).flatMap(({ id, params }) =>
      params
        .filter(({ name, description }) => name === 'radius' || /\bradius of the ball\b/.test(description))
        .map((p) => [id, p]),
    )
    expect(radii.length).toBeGreaterThan(5)
    expect(radii.filter(([, p]) => typeof p !== 'string' && p.ball === undefined)).toEqual([])
  })

  it('names parameters of its own rule, and choices that they have', () => {
    for (const { params } of Object.values(describedRules)) {
      for (const { ball } of params) {
        if (ball?.where === undefined) continue
        const { param, choice } = ball.where
        expect(params.find(({ name }) => name === param)?.choices).toContain(choice)
      }
    }
  })

  it.each([
    [
      { rule: 'conditioner', radius: 2 },
      { kind: 'l1', radius: 2 },
    ],
    [{ rule: 'transductive' }, { kind: 'l1', radius: 1 }],
    [
      { rule: 'hazan-kale', radius: 3 },
      { kind: 'box', radius: 3 },
    ],
    [{ rule: 'flh2' }, { kind: 'box', radius: 1 }],
    [
      { rule: 'ogd-coordinate', lower: -0.5, upper: 2 },
      { kind: 'box', radius: 0.5 },
    ],
    [{ rule: 'adagrad-cmd' }, { kind: 'none' }],
    [
      { rule: 'adagrad-cmd-dense', regularizer: 'l2-ball', strength: 4 },
      { kind: 'l2', radius: 4 },
    ],
    [{ rule: 'adagrad-cmd-dense', regularizer: 'l1-ball', strength: 4 }, { kind: 'none' }],
    [
      { rule: 'adagrad-full', regularizer: 'l2ball', radius: 2 },
      { kind: 'l2', radius: 2 },
    ],
    [{ rule: 'adagrad-full', radius: 2 }, { kind: 'none' }],
    [{ rule: 'nag' }, { kind: 'none' }],
  ] as const)('of %o is %o', (options, set) => {
    expect(ownSet(new Learner(options))).toEqual(set)
  })
})
