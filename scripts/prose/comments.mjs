/**
 * Returns the comments of a program as a string with the same lines, in which code is blank, so that faults have the
 * positions of the source. Each comment is a separate paragraph; its tags (`@param`) also begin paragraphs. `language`:
 * 'c' (TypeScript, C++) or 'python'.
 */
export function commentsOf(source, language = 'c') {
  const read = language === 'python' ? pythonLine : cLine
  let inside = false
  return source
    .split('\n')
    .map((line) => {
      const { text, next } = read(line, inside)
      inside = next
      return text
    })
    .join('\n')
}

function cLine(line, inside) {
  if (inside) {
    const end = line.indexOf('*/')
    const text = (end < 0 ? line : line.slice(0, end)).trim().replace(/^\*+ ?/, '')
    return { text, next: end < 0 }
  }
  const start = /^(?:.*?\s)?\/(\*+|\/)(?=\s|$)/.exec(line)
  if (!start) return { text: '', next: false }
  const rest = line.slice(start[0].length)
  if (start[1] === '/') return { text: rest.trim(), next: false }
  const end = rest.indexOf('*/')
  return { text: (end < 0 ? rest : rest.slice(0, end)).trim(), next: end < 0 }
}

function pythonLine(line, inside) {
  const quotes = line.split('"""').length - 1
  if (inside) return { text: quotes ? line.split('"""')[0].trim() : line.trim(), next: quotes % 2 === 0 }
  const begun = /^\s*r?"""(.*?)("""|$)/.exec(line)
  if (begun) return { text: begun[1].trim(), next: quotes === 1 }
  return { text: /(?:^|\s)#\s(.*)$/.exec(line)?.[1] ?? '', next: false }
}
