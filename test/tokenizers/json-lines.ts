import { digits, isoDates, nameText, numberText, pick, type Random } from './texts.js'

function jsonName(random: Random): string {
  return random(8) === 0
    ? pick(random, ['a\\u00e9', '\\ud83d\\ude00', '\\ud800', 'q\\"q', '\\x', '', 't\\t'])
    : nameText(random).replaceAll('"', '').replaceAll('\u0001', '').replaceAll('\r', '')
}

function jsonNumberText(random: Random, clean: boolean): string {
  return clean ? `${random(100)}.${digits(random, 1 + random(6))}` : numberText(random)
}

function jsonValue(random: Random, clean: boolean, depth: number): string {
  const kind = random(clean ? 9 : 11)
  if (kind < 4) return jsonNumberText(random, clean)
  if (kind === 4) return `"${random(3) === 0 ? pick(random, isoDates) : jsonName(random)}"`
  if (kind === 5) return pick(random, ['true', 'false', 'null'])
  if (kind === 6)
    return `[${Array.from({ length: random(4) }, () => jsonNumberText(random, clean)).join(pick(random, [',', ', ']))}]`
  if (kind === 7) return `[${Array.from({ length: random(4) }, () => `"${jsonName(random)}"`).join()}]`
  if (kind === 8 && depth < 4) return jsonObject(random, clean, depth + 1)
  return pick(random, [
    '[1,"a"]',
    '[[1]]',
    'nul',
    '01',
    '1.',
    '{',
    '["a",null]',
    '"',
    '-',
    `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`,
  ])
}

function jsonObject(random: Random, clean: boolean, depth: number): string {
  const members = Array.from(
    { length: random(6) },
    () => `"${jsonName(random)}":${jsonValue(random, clean, depth)}`,
  )
  return `{${members.join(pick(random, [',', ', ', ' ,']))}}`
}

export function jsonLine(random: Random, clean: boolean): string {
  const members: string[] = []
  if (random(8) !== 0)
    members.push(
      `"${pick(random, ['label', '_label'])}": ${pick(random, ['1', '-1', '0', '"1"', 'true', 'null', clean ? '1' : numberText(random), clean ? '1' : '"x"'])}`,
    )
  if (random(5) === 0) members.push(`"weight":${clean ? '2' : numberText(random)}`)
  if (random(5) === 0)
    members.push(`"tag":${pick(random, ['"t1"', '7', '""', '"\\u0041"', clean ? '1' : '{}'])}`)
  if (random(5) === 0) members.push(`"initial":${clean ? '0.5' : numberText(random)}`)
  if (random(3) === 0)
    members.push(`"features":${clean ? jsonObject(random, clean, 1) : jsonValue(random, clean, 1)}`)
  for (let k = random(6); k > 0; k--) members.push(`"${jsonName(random)}":${jsonValue(random, clean, 0)}`)
  return `{${members.join()}}`
}
