import type { NameFinder } from './dictionary.js'

/** In svmlight a feature's name is its number. */
export const svmlightNames: NameFinder = (line, dictionary) => {
  const end = line.indexOf('#')
  for (const token of (end < 0 ? line : line.slice(0, end)).split(/[ \t]+/).slice(1)) {
    const index = /^(\d+):/.exec(token)?.[1]
    if (index !== undefined) dictionary.add(Number(index), () => index)
  }
}
