import { csvLine } from './csv-lines.js'
import { jsonLine } from './json-lines.js'
import { digits, nameText, numberText, pick, type Random } from './texts.js'

const space = (random: Random): string => pick(random, [' ', ' ', ' ', ' ', ' ', '  ', '\t', ' \t '])

function vwLine(random: Random, clean: boolean): string {
  const number = clean ? () => `${random(100)}.${digits(random, 1 + random(6))}` : () => numberText(random)
  let line = pick(random, [
    '1',
    '-1',
    '0',
    '',
    '1 2',
    '1 2 0.5',
    '1 tag',
    "-1 'tag",
    clean ? '1' : numberText(random),
  ])
  if (!clean && random(20) === 0) line += ` ${numberText(random)} ${numberText(random)} x`
  if (random(10) !== 0) line += space(random)
  for (let spaces = 1 + random(3); spaces > 0; spaces--) {
    line += `|${pick(random, ['', 'f', 'f', 'ns', '7', clean ? 'g' : 'f:2', clean ? 'h' : `f:${number()}`])}`
    for (let k = random(12); k > 0; k--) {
      line += space(random)
      const kind = random(10)
      if (kind < 5) line += `${nameText(random)}:${number()}`
      else if (kind < 8) line += nameText(random)
      else if (kind === 8 && !clean)
        line += pick(random, [`:${number()}`, `${nameText(random)}:text`, 'a:', 'a:b:c', 'a:1|g x'])
    }
    line += pick(random, ['', ' '])
  }
  return line
}

function svmlightLine(random: Random, clean: boolean): string {
  let line = pick(random, ['1', '-1', '0', '+1', clean ? '3' : numberText(random)])
  for (let k = random(15); k > 0; k--) {
    line += space(random)
    const value = clean ? `${random(100)}.${digits(random, 1 + random(6))}` : numberText(random)
    const kind = clean ? 9 : random(30)
    if (kind === 0) line += `${nameText(random)}:${value}`
    else if (kind === 1) line += pick(random, ['qid:7', '-1:2', ':2', '5', '5:', '1:2:3', '4294967296:1'])
    else line += `${random(10 ** (1 + random(9)))}:${value}`
  }
  return line + (random(12) === 0 ? pick(random, ['#', ' # c 1:1', '#x\0']) : '')
}

function mutate(random: Random, line: string): string {
  const at = random(line.length + 1)
  const hostile = [
    '\0',
    '|',
    ':',
    '"',
    '#',
    ' ',
    '\t',
    '\r',
    ',',
    '\u00e9',
    '\ufffd',
    '-',
    '.',
    'e',
    '9',
    '{',
    '}',
    '[',
    ']',
    '\\',
  ]
  switch (random(4)) {
    case 0:
      return line.slice(0, at)
    case 1:
      return line.slice(0, at) + line.slice(at + 1 + random(5))
    default:
      return line.slice(0, at) + pick(random, hostile) + line.slice(at)
  }
}

function countsLine(random: Random, clean: boolean): string {
  const words = Array.from({ length: random(15) }, () => {
    if (!clean && random(25) === 0) return pick(random, ['word', ':3', 'a:b:1', 'a:', '#label#', '#label#:x'])
    return `${nameText(random)}:${clean ? 1 + random(9) : numberText(random)}`
  })
  if (random(6) !== 0)
    words.push(
      `#label#:${pick(random, ['1', '-1', '0', clean ? '1' : 'positive', clean ? '1' : numberText(random)])}`,
    )
  return words.map((word) => word + space(random)).join('')
}

export type Kind = 'vw' | 'svmlight' | 'csv' | 'jsonl' | 'counts'

/** So many lines; `clean` ones only, or a mixture of good and hostile ones. */
export function linesOf(
  kind: Kind,
  random: Random,
  count: number,
  clean: boolean,
  delimiter = ',',
  mark = '.',
): string {
  let text = ''
  for (let i = 0; i < count; i++) {
    let line =
      kind === 'vw'
        ? vwLine(random, clean || random(3) === 0)
        : kind === 'svmlight'
          ? svmlightLine(random, clean || random(3) === 0)
          : kind === 'counts'
            ? countsLine(random, clean || random(3) === 0)
            : kind === 'jsonl'
              ? jsonLine(random, clean || random(3) === 0)
              : csvLine(random, clean || random(3) === 0, delimiter, mark)
    if (!clean && random(10) === 0) line = mutate(random, line)
    if (random(40) === 0) line = pick(random, ['% c', ' %', '', ' ', '\t', '\r', '   '])
    if (!clean && random(200) === 0) line = line.repeat(20)
    text += line + pick(random, ['\n', '\n', '\n', '\r\n'])
  }
  return text
}
