/** The most classes that labels name by themselves. */
export const mostNamedClasses = 1000

/** Returns whether a label is written as whole numbers are, each in one way only. */
export function isWholeText(text: string): boolean {
  return /^(0|-?[1-9][0-9]*)$/.test(text)
}

/** Returns whether a label can name a class next to others: among whole numbers only another one can. */
export function isNewClass(names: readonly string[], text: string): boolean {
  return text !== '' && (isWholeText(text) || !names.every(isWholeText))
}
