import { OLError } from './errors.js'

/**
 * The entries that a program was built with, by id: a page loads the rules and losses that it imports, and no others.
 */
export class Register<Entry> {
  readonly #kind: string
  readonly #known = new Map<string, Entry>()

  /** `kind`: what its ids are called in errors */
  constructor(kind: string) {
    this.#kind = kind
  }

  /** Adds entries, and returns them. */
  add<Entries extends { readonly [id: string]: Entry | undefined }>(entries: Entries): Entries {
    for (const [id, entry] of Object.entries(entries)) this.#known.set(id, entry as Entry)
    return entries
  }

  /** Returns the entry of an id; throws OL_PART if the program was built without it. */
  of(id: string): Entry {
    const entry = this.#known.get(id)
    if (entry !== undefined) return entry
    const expected = [...this.#known.keys()].join(', ')
    const text = `Expected a ${this.#kind} that this program was made with (${expected}) but received ${id}`
    throw new OLError('OL_PART', text, { value: id, expected })
  }
}
