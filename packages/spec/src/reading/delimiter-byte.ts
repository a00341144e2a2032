/** Returns the byte of a delimiter, or -1 if the string is not a delimiter. */
export function delimiterByte(text: string): number {
  if (text === 'tab' || text === '\\t') return 9
  if (text === 'space') return 32
  const c = text.charCodeAt(0)
  if (text.length !== 1 || c > 127) return -1
  // not bytes of numbers, quotes or line ends
  return /[\w"+\-.\r\n\0]/.test(text) ? -1 : c
}
