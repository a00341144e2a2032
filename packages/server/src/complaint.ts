/** Reports a repeated failure once, until its reason changes or it is over. */
export class Complaint {
  readonly #say: (text: string) => void
  #said: string | undefined

  constructor(say: (text: string) => void) {
    this.#say = say
  }

  failed(text: string): void {
    if (text !== this.#said) this.#say(text)
    this.#said = text
  }

  over(): void {
    this.#said = undefined
  }
}
