/** Characters that turn the direction of the text after them: what is shown is not what is there. */
const turning = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

const hex = (c: string, width: number): string => c.charCodeAt(0).toString(16).padStart(width, '0')

/**
 * Returns a text with its control characters as `\x1b`, but for tabs and line feeds, and those of direction as `\u202e`: what data says
 * must not command the terminal, nor hide.
 */
export function plain(text: string): string {
  return text
    .replace(
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is escaped
      /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g,
      (c) => `\\x${hex(c, 2)}`,
    )
    .replace(turning, (c) => `\\u${hex(c, 4)}`)
}

/** Returns a value as a line of JSON, with the characters as `\u009b` that JSON leaves as they are: DEL, C1 and those of direction. */
export function jsonLine(value: unknown): string {
  const escaped = (c: string): string => `\\u${hex(c, 4)}`
  return `${JSON.stringify(value)
    .replace(/[\u007f-\u009f]/g, escaped)
    .replace(turning, escaped)}\n`
}
