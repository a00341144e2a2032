import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { bank, json, ol, temporaryFolder } from './run.js'
import { commandThread } from './thread.js'

const folder = temporaryFolder()
const rows = 1500
const sample = bank(rows)

describe('a first pass over the input', () => {
  for (const flags of [
    ['--prenormalize', 'max'],
    ['--prenormalize', 'square', '--interactions', '::'],
    ['--rule', 'transductive', '--projection', 'l1'],
  ]) {
    test(`train ${flags.join(' ')}: the same model on every backend, and it tests as it was trained`, () => {
      const models = ['native', 'fallback'].map((backend) => {
        const model = folder.path(`${backend}.ol`)
        const train = [
          'train',
          '--rule',
          'nag',
          sample,
          '--loss',
          'logistic',
          '-b',
          '12',
          '--json',
          '-o',
          model,
          ...flags,
        ]
        const ran = commandThread({ OL_BACKEND: backend === 'native' ? 'auto' : backend }).run(train)
        expect(json(ran).examples).toBe(rows)
        return model
      })
      expect(readFileSync(models[0]).equals(readFileSync(models[1]))).toBe(true)
      const [a, b] = models.map((model) => json(ol(['test', sample, '-m', model, '--json'])).averageLoss)
      expect(a).toBe(b)
      // training continues without another first pass
      const more = ['train', sample, '-i', models[0], '--json', '-o', folder.path('more.ol')]
      expect(json(ol(more)).examples).toBe(rows)
    })
  }

  test('units do not matter any more, products included', () => {
    const line = (scale: number) => (_: unknown, i: number) =>
      `${i % 3 === 0 ? 1 : -1} |a u:${((i % 7) - 3) * scale} |b v:${((i % 5) - 1) / scale} w`
    const losses = [1, 1024].map((scale) => {
      const path = folder.put(`units${scale}.vw`, Array.from({ length: 300 }, line(scale)).join('\n'))
      const flags = ['--rule', 'adagrad', '--loss', 'logistic', '-q', 'ab', '--prenormalize', 'max', '--json']
      return json(ol(['train', '--rule', 'nag', path, ...flags])).averageLoss
    })
    expect(losses[0]).toBe(losses[1])
  })

  test('needs files', () => {
    for (const flags of [
      ['--prenormalize', 'max'],
      ['--rule', 'transductive'],
    ]) {
      const ran = ol(['train', '--rule', 'nag', '-', ...flags], { input: '1 | a\n' })
      expect(ran).toMatchObject({ code: 2, stdout: '' })
      expect(ran.stderr).toMatch(/only once/)
    }
  })
})
