import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { json, ol, temporaryFolder } from '../cli/run.js'

// Losses and last predictions of the PyPI package vowpalwabbit (record.py), against `ol-cli vw` with the same arguments.

interface Recorded {
  readonly data: Readonly<Record<string, string>>
  readonly cases: readonly {
    readonly data: string
    readonly args: string
    readonly loss: number
    readonly last: number
  }[]
}

const recorded = JSON.parse(readFileSync(new URL('recorded.json', import.meta.url), 'utf8')) as Recorded
const { path } = temporaryFolder()

/** The average difference between the loss of Vowpal Wabbit and twice OL's: its deviance of counts. */
function constantOfPoisson(text: string): number {
  let [sum, weights] = [0, 0]
  for (const line of text.trim().split('\n')) {
    const [y, w = '1'] = line.split('|')[0].trim().split(' ')
    sum += Number(w) * 2 * (Number(y) * Math.log(Number(y) + 1e-6) - Number(y))
    weights += Number(w)
  }
  return sum / weights
}

/** The loss of Vowpal Wabbit, from a report of OL. */
function lossOf(report: Record<string, unknown>, args: string, text: string): number {
  if (args.includes('--oaa')) return Number(report.errorRate)
  const loss = Number(report.averageLoss)
  return args.includes('poisson') ? 2 * loss + constantOfPoisson(text) : loss
}

describe.each(['fallback', 'native'])('Vowpal Wabbit on %s', (backend) => {
  it.each(recorded.cases)('$data $args', ({ data, args, loss, last }) => {
    const file = path(`${data}.vw`)
    writeFileSync(file, recorded.data[data])
    const predictions = path(`${data}.predictions`)
    const given = args.split(' ').filter((arg) => arg !== '')
    const { stdout, stderr } = ol(['vw', '--dry-run', '-d', file, '-p', predictions, ...given])
    expect(stderr.includes('Not translated'), stderr).toBe(false)
    const command = stdout.trim().split(' ').slice(1)
    const report = json(ol([...command, '--backend', backend, '--json']))
    const own = lossOf(report, args, recorded.data[data])
    expect(Math.abs(own - loss)).toBeLessThanOrEqual(1e-4 * loss)
    // with --coin Vowpal Wabbit writes other predictions than those that its loss is of
    if (args.includes('--coin')) return
    const [predicted] = (readFileSync(predictions, 'utf8').trim().split('\n').at(-1) ?? '')
      .split(' ')
      .map(Number)
    expect(Math.abs(predicted - last)).toBeLessThanOrEqual(1e-3 * Math.max(1, Math.abs(last)))
  })
})
