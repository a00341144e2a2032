/** The features of a comment: its words, and how it is written.
 * @param {string} text
 */
export function featuresOf(text) {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  const links = text.match(/https?:/g)?.length ?? 0
  // a long comment is not to cost more time than a request has
  return { words: words.slice(0, 500), links, shouting: text === text.toUpperCase() }
}
