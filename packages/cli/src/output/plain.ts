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
