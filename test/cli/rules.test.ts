import { losses, rules } from '@ol/spec'
import { describe, expect, it } from 'vitest'
import { bank, json, ol, sample, temporaryFolder } from './run.js'

const { path } = temporaryFolder()

describe('every rule', () => {
  it.each(Object.values(rules).map(({ id }) => id))('%s trains, is saved, and predicts', (id) => {
    const { losses: about } = rules[id as keyof typeof rules]
    const loss = about === undefined || about.includes('logistic') ? 'logistic' : about[0]
    const model = path(`${id}.ol`)
    const data = bank(30)
    const labels = losses[loss].labels === 'sign' ? ['--label', 'y', '--positive', 'yes'] : ['--label', 'age']
    const flags = ['--loss', loss, '--rule', id, '-o', model, '--json']
    const report = json(ol(['train', '--rule', 'nag', data, ...labels, ...flags]))
    expect(report).toMatchObject({ rule: id, loss, labelled: 30 })
    const ran = ol(['predict', data, '-m', model])
    expect(ran.code).toBe(0)
    expect(ran.stdout.trim().split('\n').length).toBe(30)
  })
})

it('too many features for a rule with a full matrix end as data that cannot be used', () => {
  const ran = ol(['train', sample, '--label', 'y', '--rule', 'ons', '-q', '::'])
  expect([ran.code, ran.stderr]).toEqual([65, expect.stringContaining('(OL_DIMENSION)')])
})
