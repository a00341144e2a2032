import { murmur3Int, namespaceHash } from '@ol/numerics'
import { type Chunk, faults, limits, type TokenPlan, type Tokens, textOf } from '@ol/spec'
import { endsToken, tokenEnd } from './bytes.js'
import { parseLabel } from './labels.js'
import { endUnnamed, type ReadLine, walkLines } from './lines.js'
import { tokenNames } from './naming.js'
import { parseNumber, spellsZero } from './number.js'
import { commonPairs, pairs } from './pairs.js'
import { hasNul, startExample } from './tokens.js'
import { fail } from './wrong.js'

const { minValue, maxValue } = limits

/** svmlight and LIBSVM: `label [qid:id] index:value ... [# comment]`, see docs/formats/svmlight.md. */
export function tokenizeSvmlight(plan: TokenPlan, chunk: Chunk, out: Tokens): void {
  walkLines(plan, chunk, out, example, 35, false)
}

const example: ReadLine = (plan, bytes, view, p, out, e, n, spaces) => {
  const { indices, values } = out
  const plain = plan.hash !== 'all'
  const H = plan.seed === 0 ? 0 : namespaceHash(bytes, 0, 0, plan.seed, plan.hash) | 0
  const labelEnd = tokenEnd(bytes, p)
  if (hasNul(bytes, p, labelEnd)) return fail(faults.nul, p, labelEnd)
  const fault = parseLabel(plan, bytes, p, labelEnd, out.labels, e)
  if (fault >= 0) return fail(fault, p, labelEnd)
  startExample(out, e)
  p = labelEnd
  for (;;) {
    let b = bytes[p]
    while (b === 32 || b === 9) b = bytes[++p]
    if (b === 10 || b === 35 || (b === 13 && bytes[p + 1] === 10)) break
    const start = p
    if (plain && tokenNames.names === undefined) {
      p = commonPairs(view, p, indices, values, n, H, 9, false, false, 0)
      if (p !== start) {
        n = pairs.n
        continue
      }
    }
    let number = 0
    let digit = (b - 48) >>> 0
    while (digit <= 9) {
      number = number * 10 + digit
      digit = (bytes[++p] - 48) >>> 0
    }
    if (bytes[p] !== 58 || p === start) {
      p = tokenEnd(bytes, start)
      // the group of a ranking query: no feature
      if (
        bytes[start] === 113 &&
        bytes[start + 1] === 105 &&
        bytes[start + 2] === 100 &&
        bytes[start + 3] === 58 &&
        !hasNul(bytes, start, p)
      )
        continue
      return fail(signedIndex(bytes, start, p) ? faults.index : faults.pair, start, p)
    }
    if (number > 4294967295) return fail(faults.index, start, p)
    const at = p + 1
    p = parseNumber(bytes, at, values, n)
    if (p < 0 || !(bytes[p] === 32 || bytes[p] === 35 || endsToken(bytes, p))) {
      p = tokenEnd(bytes, at)
      return fail(p === at ? faults.valueMissing : faults.value, at, p)
    }
    const v = values[n]
    const magnitude = v < 0 ? -v : v
    if (tokenNames.names !== undefined)
      tokenNames.names.found[n] = () => ({ within: [], name: textOf(bytes, start, at - 1) })
    if (magnitude >= minValue && magnitude <= maxValue)
      indices[n++] = plain ? number + H : murmur3Int(bytes, start, at - 1, H)
    else if (v !== 0 || !spellsZero(bytes, at, p)) return fail(faults.valueRange, at, p)
  }
  endUnnamed(plan, out, n, spaces)
  return p
}

/** Returns whether a token that is not a pair has a sign before its index. */
function signedIndex(bytes: Uint8Array, start: number, end: number): boolean {
  if (bytes[start] !== 45 && bytes[start] !== 43) return false
  let p = start + 1
  while (p < end && bytes[p] >= 48 && bytes[p] <= 57) p++
  return p > start + 1 && bytes[p] === 58
}
