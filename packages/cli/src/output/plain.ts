/**
 * Characters that turn the direction of the text after them, take no width, or end lines: what is shown is not what is there.
 */
const hidden = /[\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g

const hex = (c: string, width: number): string => c.charCodeAt(0).toString(16).padStart(width, '0')

/**
 * Returns a string with its control characters as `\x1b`, but for tabs and line feeds, and hidden ones as `\u202e`: what data says
 * must not command the terminal, nor hide.
 */
export function plain(text: string): string {
  return text
    .replace(
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is escaped
      /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g,
      (c) => `\\x${hex(c, 2)}`,
    )
    .replace(hidden, (c) => `\\u${hex(c, 4)}`)
}

/** Returns a string as `plain` does, on one line: a name of data must not look like a line of its own. */
export function oneLine(text: string): string {
  return plain(text).replaceAll('\n', '\\n').replaceAll('\t', '\\t')
}

/** Returns a value as a line of JSON, with the characters as `\u009b` that JSON leaves as they are: DEL, C1 and hidden ones. */
export function jsonLine(value: unknown): string {
  const escaped = (c: string): string => `\\u${hex(c, 4)}`
  return `${JSON.stringify(value)
    .replace(/[\u007f-\u009f]/g, escaped)
    .replace(hidden, escaped)}\n`
}

/** Prints a value as a line of JSON on standard output. */
export function printJson(value: unknown): void {
  process.stdout.write(jsonLine(value))
}
