import { hashNameInt, namespaceHash } from '@ol/numerics'
import { type Chunk, faults, limits, type TokenPlan, type Tokens, textOf } from '@ol/spec'
import { endsLine, endsToken, tokenEnd } from './bytes.js'
import { parseLabel } from './labels.js'
import { endUnnamed, type ReadLine, walkLines } from './lines.js'
import { tokenNames } from './naming.js'
import { parseNumber, spellsZero } from './number.js'
import { commonPairs, numberDigits, pairs } from './pairs.js'
import { hasNul, startExample } from './tokens.js'
import { fail } from './wrong.js'

const { minValue, maxValue } = limits
const labelWord = Uint8Array.from('#label#:', (c) => c.charCodeAt(0))

/** Documents as `name:count name:count ... #label#:text`, a line each: docs/formats/counts.md. */
export function tokenizeCounts(plan: TokenPlan, chunk: Chunk, out: Tokens): void {
  walkLines(plan, chunk, out, document, 0, false)
}

const document: ReadLine = (plan, bytes, view, p, out, e, n, spaces) => {
  const { indices, values } = out
  const most = numberDigits(plan.hash)
  const H = namespaceHash(bytes, 0, 0, plan.seed, plan.hash) | 0
  out.labels[e] = Number.NaN
  startExample(out, e)
  for (;;) {
    while (bytes[p] === 32 || bytes[p] === 9) p++
    if (endsLine(bytes, p)) break
    const start = p
    if (tokenNames.names === undefined) {
      p = commonPairs(view, p, indices, values, n, H, most, true, false, labelWord[0])
      if (p !== start) {
        n = pairs.n
        continue
      }
    }
    if (isLabel(bytes, p)) {
      p = tokenEnd(bytes, p)
      const from = start + labelWord.length
      if (hasNul(bytes, from, p)) return fail(faults.nul, from, p)
      const fault = parseLabel(plan, bytes, from, p, out.labels, e)
      if (fault >= 0) return fail(fault, from, p)
      continue
    }
    while (bytes[p] !== 58 && !endsToken(bytes, p)) p++
    if (hasNul(bytes, start, p)) return fail(faults.nul, start, p)
    if (p === start || bytes[p] !== 58) return fail(faults.count, start, tokenEnd(bytes, p))
    const at = p + 1
    p = parseNumber(bytes, at, values, n)
    if (p < 0 || !endsToken(bytes, p)) {
      p = tokenEnd(bytes, at)
      return fail(p === at ? faults.valueMissing : faults.value, at, p)
    }
    if (tokenNames.names !== undefined)
      tokenNames.names.found[n] = () => ({ within: [], name: textOf(bytes, start, at - 1) })
    const v = values[n]
    const magnitude = v < 0 ? -v : v
    if (magnitude >= minValue && magnitude <= maxValue)
      indices[n++] = hashNameInt(bytes, start, at - 1, H, plan.hash)
    else if (v !== 0 || !spellsZero(bytes, at, p)) return fail(faults.valueRange, at, p)
  }
  endUnnamed(plan, out, n, spaces)
  return p
}

function isLabel(bytes: Uint8Array, p: number): boolean {
  for (let i = 0; i < labelWord.length; i++) if (bytes[p + i] !== labelWord[i]) return false
  return true
}
