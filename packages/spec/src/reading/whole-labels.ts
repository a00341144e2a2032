/** The maximum number of classes that are inferred from labels. */
export const mostNamedClasses = 1000

/** Returns whether a label is an integer in its canonical form. */
export function isWholeText(text: string): boolean {
  return /^(0|-?[1-9][0-9]*)$/.test(text)
}

/** Returns whether a label can be a further class: if all names are integers, only another integer can. */
export function isNewClass(names: readonly string[], text: string): boolean {
  return text !== '' && (isWholeText(text) || !names.every(isWholeText))
}
