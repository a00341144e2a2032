import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { ModelFile, Report } from '@ol/pipeline'
import type { RegretPoint, RegretReport } from '@ol/regret'
import type { DriftFound } from '../commands/drift-follower.js'
import { jsonLine } from './plain.js'
import { regretJson } from './regret-lines.js'

/** The report of a run over data, with the additions of the command line. */
export interface RunReport extends Report {
  readonly command: 'train' | 'test'
  readonly regret?: RegretReport | undefined
  readonly liveRegret?: RegretPoint | undefined
  readonly regretPoints?: readonly RegretPoint[] | undefined
  readonly drift?: readonly DriftFound[] | undefined
}

/** Returns the report for programs, a line. Undefined numbers (no example had a label) are null. */
export function jsonReport({ command, regret, ...report }: RunReport): string {
  return jsonLine({ command, ...report, regret: regret && regretJson(regret) })
}

/** Returns a model file with the checksum that other tools compute of it. */
export async function modelFile(path: string): Promise<ModelFile> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return { path, sha256: hash.digest('hex') }
}
