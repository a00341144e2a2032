import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Progress } from '@ol/core'
import type { BackendName, RuleId } from '@ol/spec'
import type { CommonFlags } from '../flags/common.js'
import { decimals } from './table.js'

export interface ModelFile {
  readonly path: string
  readonly sha256: string
}

/** What a run over data came to. */
export interface RunReport {
  readonly command: 'train' | 'test'
  readonly backend: BackendName
  readonly rule: RuleId
  readonly progress: Progress
  readonly seconds: number
  readonly skippedLines: number
  /** bad lines by code */
  readonly badLines: Readonly<Record<string, number>>
  /** average loss of each pass, where there was more than one */
  readonly passes?: readonly number[]
  readonly model?: ModelFile
}

/** The report for programs. Numbers that do not exist (no example had a label) are null. */
export function jsonReport(report: RunReport): string {
  const { progress } = report
  return JSON.stringify({
    command: report.command,
    backend: report.backend,
    rule: report.rule,
    loss: progress.loss,
    examples: progress.examples,
    features: progress.features,
    weightSum: progress.weightSum,
    averageLoss: progress.averageLoss,
    errorRate: progress.errorRate,
    seconds: report.seconds,
    model: report.model,
    skippedLines: report.skippedLines,
    badLines: report.badLines,
    labelled: progress.labelled,
    diverged: progress.diverged,
    bestConstant: progress.bestConstant,
    passes: report.passes,
  })
}

/** The report for people, a line for each fact. */
export function textReport(report: RunReport): string[] {
  const { progress } = report
  const best = progress.bestConstant
  const facts: (readonly [string, string | undefined])[] = [
    ['rule, loss', `${report.rule}, ${progress.loss}`],
    ['backend', report.backend],
    ['examples', String(progress.examples)],
    ['with a label', progress.labelled === progress.examples ? undefined : String(progress.labelled)],
    ['features', String(progress.features)],
    ['weight sum', String(progress.weightSum)],
    ['average loss', decimals(progress.averageLoss, 6)],
    ['of each pass', report.passes?.map((loss) => decimals(loss, 6)).join(' ')],
    ['error rate', progress.errorRate === undefined ? undefined : decimals(progress.errorRate, 6)],
    ['best constant', best && `${decimals(best.prediction, 6)}, with average loss ${decimals(best.loss, 6)}`],
    ['diverged', progress.diverged === 0 ? undefined : `${progress.diverged} examples not learned from`],
    ['seconds', decimals(report.seconds, 3)],
    ['model', report.model && `${report.model.path} (sha256 ${report.model.sha256})`],
  ]
  return facts.filter(([, text]) => text !== undefined).map(([name, text]) => `${name.padEnd(14)} ${text}`)
}

/** Prints a report as the flags want it: JSON on stdout, text on stderr, or not at all. */
export function printReport(report: RunReport, flags: CommonFlags): void {
  if (flags.json === true) process.stdout.write(`${jsonReport(report)}\n`)
  else if (flags.quiet !== true) process.stderr.write(`\n${textReport(report).join('\n')}\n`)
}

/** A model file with the checksum that other tools compute of it. */
export async function modelFile(path: string): Promise<ModelFile> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return { path, sha256: hash.digest('hex') }
}
