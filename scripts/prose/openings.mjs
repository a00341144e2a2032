/** A rule of textlint: no statement begins with "of", "where" or "what", which delay its subject. A question may. */
export default function openings({ Syntax, RuleError, report, getSource }) {
  return {
    [Syntax.Paragraph](node) {
      for (const { index, 1: word } of getSource(node).matchAll(
        /(?<=^|[.!?]\s+)(Of|Where|What)\b(?![^.!?]*\?)/g,
      ))
        report(node, new RuleError(`"${word}" begins a sentence; begin with the subject`, { index }))
    },
  }
}
