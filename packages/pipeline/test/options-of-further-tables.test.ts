import { describe, expect, test } from 'vitest'
import { type Prediction, type PredictOptions, train } from '../src/index.js'

const encoder = new TextEncoder()

/** Returns a table whose dates are D/M/Y, which only days past 12 show, and whose prices have commas. */
function tableOf(rows: number, days: number, header = true): Uint8Array {
  const lines = Array.from({ length: rows }, (_, k) => {
    const month = 1 + (k % 12)
    const date = `${String(1 + (k % days)).padStart(2, '0')}/${String(month).padStart(2, '0')}/2020`
    return `${date},"${1 + (k % 7)},${String(k % 1000).padStart(3, '0')}",${month > 6 ? 'yes' : 'no'}`
  })
  return encoder.encode(`${header ? 'day,price,y\n' : ''}${lines.join('\n')}\n`)
}

const further = tableOf(24, 11)

async function scoresOf(run: AsyncIterable<Prediction>): Promise<readonly unknown[]> {
  const scores: unknown[] = []
  for await (const { score } of run) scores.push(score)
  return scores
}

describe('a further table has the types and forms of the model', () => {
  const trained = train(tableOf(400, 28), { rule: 'nag', loss: 'logistic', holdout: false })

  test.each<[string, PredictOptions]>([
    ['the format', { format: 'csv' }],
    ['a header', { header: true }],
    ['the label +1', { positive: 'yes' }],
    ['the same label', { label: 'y' }],
    ['the separator', { delimiter: ',' }],
    ['the decimal mark', { decimal: '.' }],
    [
      'what the model has',
      { hash: 'strings', hashSeed: 0, constant: true, missingAs: 'value', dates: 'full' },
    ],
    ['no namespaces', { ignoreNamespaces: 'q' }],
    ['words for missing values', { missing: ['none'] }],
  ])('whatever an option says: %s', async (_, given) => {
    const { model } = await trained
    const plain = await scoresOf(model.predict(further))
    expect(plain).toHaveLength(24)
    expect(await scoresOf(model.predict(further, given))).toEqual(plain)
  })

  test('without a header, if an option says so', async () => {
    const { model } = await trained
    const plain = await scoresOf(model.predict(further))
    const rows = tableOf(24, 11, false)
    expect(await scoresOf(model.predict(rows, { header: false }))).toEqual(plain)
    expect(await scoresOf(model.predict(rows))).toEqual(plain)
    const evaluated = await model.evaluate(rows, { header: false })
    expect(evaluated.report.examples).toBe(24)
  })

  test('with another label +1, which an option names', async () => {
    const { model } = await trained
    const others = new TextDecoder().decode(further).replaceAll('yes', 'ja').replaceAll('no', 'nein')
    const plain = await model.evaluate(further, {})
    const evaluated = await model.evaluate(encoder.encode(others), { positive: 'ja' })
    expect(evaluated.report.averageLoss).toBe(plain.report.averageLoss)
  })

  test('a namespace that an option leaves out, and no other', async () => {
    const { model } = await trained
    const without = await scoresOf(model.predict(further, { ignoreNamespaces: 'd' }))
    expect(without).not.toEqual(await scoresOf(model.predict(further)))
    expect(without).toEqual(await scoresOf(model.predict(further, { ignore: ['day'] })))
  })
})
