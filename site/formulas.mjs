import katex from 'katex'

// The formulas of rules and losses are plain text in the tables, as `ol-cli help rule NAME` prints them. Here they become TeX.

const greek = new Set('alpha beta gamma delta epsilon eta theta lambda phi tau sigma'.split(' '))
const names = {
  exp: '\\exp',
  log: '\\log',
  ln: '\\ln',
  max: '\\max',
  min: '\\min',
  sum: '\\sum',
  sign: '\\operatorname{sign}',
  clip: '\\operatorname{clip}',
  argmin: '\\operatorname{argmin}',
  mean: '\\operatorname{mean}',
  eps: '\\varepsilon',
  th: '\\vartheta',
  yhat: '\\hat y',
  dl: '\\mathrm{d}\\ell',
  dz: '\\mathrm{d}z',
  l1: '\\ell_1',
  l2: '\\ell_2',
}
const marks = {
  '-=': '\\mathrel{{-}{=}}',
  '+=': '\\mathrel{{+}{=}}',
  '*=': '\\mathrel{{\\cdot}{=}}',
  '<-': '\\leftarrow ',
  '<=': '\\le ',
  '>=': '\\ge ',
  '||': '\\|',
  '..': '\\ldots ',
  '<': '<',
  '>': '>',
  '%': '\\%',
}
const tokens =
  /\s+|[A-Za-z]{3,}-[a-z]+|[A-Za-z]+[0-9]?|[0-9]+(?:\.[0-9]+)?|-=|\+=|\*=|<-|<=|>=|\|\||\.\.|[^\sA-Za-z0-9]/g

/** Returns a formula as HTML, a line for each of its clauses. */
export function formulaHtml(formula) {
  const clauses = formula.split('\n').flatMap((line) => clausesOf(line.trim()))
  return clauses.map((clause) => (isMath(clause) ? render(texOf(clause)) : asHtml(clause)))
}

/** Returns the TeX of a clause. */
export function texOf(clause) {
  const parts = clause.match(tokens) ?? []
  return sequence(parts, { at: 0 }, undefined)
}

function render(tex) {
  return katex.renderToString(tex, { throwOnError: true, output: 'htmlAndMathml', strict: 'ignore' })
}

const isMath = (clause) => /[=<^|(]|^-| - /.test(clause)
const asHtml = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Splits at semicolons that stand outside of brackets. */
function clausesOf(line) {
  const found = ['']
  let depth = 0
  for (const character of line) {
    if (character === '(') depth++
    if (character === ')') depth--
    if (character === ';' && depth === 0) found.push('')
    else found[found.length - 1] += character
  }
  return found.map((clause) => clause.trim()).filter((clause) => clause !== '')
}

const isWord = (token) =>
  token !== undefined &&
  /^[A-Za-z]{2,}/.test(token) &&
  !greek.has(token) &&
  !Object.hasOwn(names, token) &&
  token !== 'sqrt' &&
  !/^[A-Za-z][0-9]$/.test(token)

/** Reads up to a closing bracket, or the end. */
function sequence(parts, place, close) {
  let tex = ''
  while (place.at < parts.length && parts[place.at] !== close) {
    const outside = close === undefined && parts[place.at] === ','
    tex += outside ? ',\\quad' : one(parts, place)
    if (outside) place.at++
  }
  place.at++
  return tex
}

function one(parts, place) {
  const token = parts[place.at]
  if (/^\s/.test(token)) {
    place.at++
    return ' '
  }
  if (isWord(token) || isArticle(parts, place.at)) return words(parts, place)
  place.at++
  if (token === 'sqrt' && parts[place.at] === '(') {
    place.at++
    return `\\sqrt{${sequence(parts, place, ')')}}`
  }
  if (token === '(') return `(${sequence(parts, place, ')')})`
  if (token === '^' || token === '_') return `${token}{${raised(parts, place)}}`
  if (token === '<' && /^[a-z]/.test(parts[place.at] ?? '')) return '\\langle '
  if (token === '>' && /^[a-z]/.test(parts[place.at - 2] ?? '')) return '\\rangle '
  if (greek.has(token)) return `\\${token} `
  if (Object.hasOwn(names, token)) return `${names[token]} `
  if (/^[A-Za-z][0-9]$/.test(token)) return `${token[0]}_${token[1]}`
  return marks[token] ?? token
}

/** Reads what an exponent or an index is: a bracket, or one name or number with its sign. */
function raised(parts, place) {
  if (parts[place.at] === '(') {
    place.at++
    return sequence(parts, place, ')')
  }
  const sign = parts[place.at] === '-' ? '-' : ''
  if (sign !== '') place.at++
  const token = parts[place.at]
  if (isWord(token)) {
    place.at++
    return `${sign}\\text{${token}}`
  }
  if (token === 'T') {
    place.at++
    return '\\top'
  }
  const name = one(parts, place)
  // p_s within an exponent
  return parts[place.at] === '_' ? `${sign}${name}${one(parts, place)}` : `${sign}${name}`
}

/** An `a` between words is no variable. */
function isArticle(parts, at) {
  return parts[at] === 'a' && isWord(parts[at + 2]) && (at === 0 || isWord(parts[at - 2]))
}

function words(parts, place) {
  let text = ''
  while (place.at < parts.length) {
    const token = parts[place.at]
    if (/^\s/.test(token)) {
      if (!isWord(parts[place.at + 1]) && !isArticle(parts, place.at + 1)) break
      text += ' '
    } else if (isWord(token) || isArticle(parts, place.at)) text += token
    else break
    place.at++
  }
  return `\\;\\text{${text}}\\;`
}
