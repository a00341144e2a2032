import { createHash } from 'node:crypto'
import { closeSync, openSync, readSync } from 'node:fs'
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

/** Returns a model file with the checksum that other tools compute of it, which is computed when it is read. */
export function modelFile(path: string): ModelFile {
  let sum: string | undefined
  return {
    path,
    get sha256() {
      sum ??= checksumOf(path)
      return sum
    },
  }
}

const pieceBytes = 1 << 20

function checksumOf(path: string): string {
  const hash = createHash('sha256')
  const file = openSync(path, 'r')
  try {
    const piece = Buffer.allocUnsafe(pieceBytes)
    for (let read = readSync(file, piece); read > 0; read = readSync(file, piece))
      hash.update(piece.subarray(0, read))
    return hash.digest('hex')
  } finally {
    closeSync(file)
  }
}
