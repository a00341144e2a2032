import { markLength } from '@ol/spec'
import { ByteBuilder } from '../source/builder.js'
import { Fault, isNumber, JsonScan, maxDepth } from './json-scan.js'
import type { Rewriter } from './rewrite-lines.js'

const decoder = new TextDecoder('utf-8')
const encoder = new TextEncoder()

/**
 * Rewrites the JSON of Vowpal Wabbit as equivalent JSON Lines. In VW's JSON a string is part of the name of its
 * feature, members that start with an underscore are not features, and every object is a namespace, at any depth. A
 * line that VW does not accept gets a syntax error at the same place, so that the tokenizer reports it there.
 */
export function vwJson(): Rewriter {
  const line = new VwLine()
  return {
    rewrite: (bytes, start, end, out) => {
      start += markLength(bytes, start)
      let last = end
      while (last > start && bytes[last - 1] <= 32) last--
      while (start < last && bytes[start] <= 32) start++
      if (start === last) return false
      try {
        line.read(bytes, start, last)
      } catch (error) {
        if (!(error instanceof Fault)) throw error
        const at = Math.min(error.at, last)
        out.range(bytes, start, at)
        out.byte(33)
        out.range(bytes, at, last)
        return true
      }
      line.write(out)
      return true
    },
  }
}

class VwLine extends JsonScan {
  #label = ''
  #weight = ''
  #initial = ''
  #tag = ''
  /** the features of each open object, by its depth */
  readonly #open: ByteBuilder[] = []
  /** the namespaces that are complete */
  readonly #done = new ByteBuilder(1 << 10)

  read(bytes: Uint8Array, start: number, end: number): void {
    this.start(bytes, start, end)
    this.#label = this.#weight = this.#initial = this.#tag = ''
    this.#done.length = 0
    this.expect(123)
    this.#members(this.#opened(0), 0)
    if (this.p < end) throw new Fault(this.p)
  }

  write(out: ByteBuilder): void {
    out.byte(123)
    if (this.#label !== '') out.text(`"label":${this.#label},`)
    if (this.#weight !== '') out.text(`"weight":${this.#weight},`)
    if (this.#initial !== '') out.text(`"initial":${this.#initial},`)
    if (this.#tag !== '') out.range(encoder.encode(`"tag":${this.#tag},`))
    out.text('"features":{')
    const root = this.#open[0]
    out.all(root)
    if (root.length > 0 && this.#done.length > 0) out.byte(44)
    out.all(this.#done)
    out.text('}}')
  }

  #opened(depth: number): ByteBuilder {
    if (depth > maxDepth) throw new Fault(this.p)
    this.#open[depth] ??= new ByteBuilder(1 << 8)
    this.#open[depth].length = 0
    return this.#open[depth]
  }

  /** Writes the members of an object, from after its brace on, into `out`. */
  #members(out: ByteBuilder, depth: number): void {
    if (this.blank() === 125) {
      this.p++
      return
    }
    for (;;) {
      this.blank()
      const [start, end] = this.textToken()
      this.blank()
      this.expect(58)
      this.blank()
      if (this.bytes[start] === 95) this.#reserved(start, end, out)
      else this.#feature(start, end, out, depth)
      const c = this.blank()
      this.p++
      if (c === 125) return
      if (c !== 44) throw new Fault(this.p - 1)
    }
  }

  #feature(start: number, end: number, out: ByteBuilder, depth: number): void {
    const c = this.bytes[this.p]
    if (c === 34) {
      const [from, to] = this.textToken()
      this.#name(start, end, out, this.#joinable(from, to))
      out.text('true')
    } else if (c === 123 || c === 91) {
      const inner = this.#opened(depth + 1)
      this.p++
      if (c === 123) this.#members(inner, depth + 1)
      else this.#array(inner, depth + 1)
      if (inner.length === 0) return
      this.#name(start, end, this.#done)
      this.#done.byte(123)
      this.#done.all(inner)
      this.#done.byte(125)
    } else if (c === 116) {
      this.word('true')
      this.#name(start, end, out)
      out.text('true')
    } else if (c === 102) this.word('false')
    else if (c === 110) this.word('null')
    else {
      const [from, to] = this.number()
      this.#name(start, end, out)
      out.range(this.bytes, from, to)
    }
  }

  /** Rewrites an array: numbers are named by their places; objects belong to the same namespace. */
  #array(out: ByteBuilder, depth: number): void {
    if (this.blank() === 93) {
      this.p++
      return
    }
    for (let place = 0; ; ) {
      const c = this.blank()
      if (c === 123) {
        this.p++
        this.#members(out, depth)
      } else if (c === 110) this.word('null')
      else {
        const [from, to] = this.number()
        if (out.length > 0) out.byte(44)
        out.text(`"${place++}":`)
        out.range(this.bytes, from, to)
      }
      const next = this.blank()
      this.p++
      if (next === 93) return
      if (next !== 44) throw new Fault(this.p - 1)
    }
  }

  /** Rewrites a member that starts with an underscore. */
  #reserved(start: number, end: number, out: ByteBuilder): void {
    const key = this.ascii(start, end).toLowerCase()
    const at = this.p
    if (key === '_label') this.#labelValue()
    else if (key === '_label_label' || key === '_label_weight' || key === '_label_initial')
      this.#part(key.slice(7))
    else if (key === '_tag') {
      const [from, to] = this.textToken()
      this.#tag = `"${decoder.decode(this.bytes.subarray(from, to))}"`
    } else if (key === '_text') {
      const [from, to] = this.textToken()
      for (const word of this.joined(from, to).split(/[ \t]+/)) {
        if (word === '') continue
        if (out.length > 0) out.byte(44)
        out.range(encoder.encode(`${JSON.stringify(word.replace(/[|:]/g, '_'))}:true`))
      }
    } else if (key === '_multi' || key === '_labelindex' || key === '_slots') throw new Fault(at)
    else this.skip(0)
  }

  #labelValue(): void {
    const c = this.bytes[this.p]
    if (c === 110) {
      this.word('null')
      return
    }
    if (c === 34) {
      const at = this.p
      const [label, weight, initial, more] = this.joined(...this.textToken())
        .trim()
        .split(/[ \t]+/)
      if (more !== undefined || [weight, initial].some((text) => text !== undefined && !isNumber(text)))
        throw new Fault(at)
      this.#label = JSON.stringify(label)
      this.#weight = weight ?? ''
      this.#initial = initial ?? ''
      return
    }
    if (c !== 123) {
      this.#label = this.ascii(...this.number())
      return
    }
    this.p++
    if (this.blank() === 125) {
      this.p++
      return
    }
    for (;;) {
      this.blank()
      const at = this.p
      const key = this.ascii(...this.textToken()).toLowerCase()
      if (key !== 'label' && key !== 'weight' && key !== 'initial') throw new Fault(at)
      this.blank()
      this.expect(58)
      this.blank()
      this.#part(key)
      const c = this.blank()
      this.p++
      if (c === 125) return
      if (c !== 44) throw new Fault(this.p - 1)
    }
  }

  #part(key: string): void {
    const text = this.ascii(...this.number())
    if (key === 'label') this.#label = text
    else if (key === 'weight') this.#weight = text
    else this.#initial = text
  }

  /** Adds a name, the part that its string value adds to it, and a colon. */
  #name(start: number, end: number, out: ByteBuilder, more?: Uint8Array): void {
    if (out.length > 0) out.byte(44)
    out.byte(34)
    out.range(this.bytes, start, end)
    if (more !== undefined) out.range(more)
    out.text('":')
  }

  /** Returns a string as part of a name, escaped for JSON. */
  #joinable(from: number, to: number): Uint8Array {
    const { bytes } = this
    for (let p = from; p < to; p++) {
      const c = bytes[p]
      if (c === 92) {
        const text = JSON.stringify(this.joined(from, to).replace(/[ \t|:]/g, '_'))
        return encoder.encode(text.slice(1, -1))
      }
    }
    // the bytes unchanged, valid UTF-8 or not
    return bytes.slice(from, to).map((c) => (c === 32 || c === 9 || c === 124 || c === 58 ? 95 : c))
  }
}
