/**
 * Returns a text with its control characters as `\x1b`, but for tabs and line feeds: what data says must not command the
 * terminal.
 */
export function plain(text: string): string {
  return text.replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is escaped
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g,
    (c) => `\\x${c.charCodeAt(0).toString(16).padStart(2, '0')}`,
  )
}

/** Returns a value as a line of JSON, with the control characters that JSON leaves as they are (DEL, C1) as `\u009b`. */
export function jsonLine(value: unknown): string {
  const escaped = (c: string): string => `\\u00${c.charCodeAt(0).toString(16)}`
  return `${JSON.stringify(value).replace(/[\u007f-\u009f]/g, escaped)}\n`
}
