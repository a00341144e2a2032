import { expect, it } from 'vitest'
import { filesUnder, typescriptFiles } from './sources.js'

const all = [...typescriptFiles, ...filesUnder(['test'], /(?<!\.d)\.ts$/)]

it('members that a class keeps to itself have a #, which holds at run time as well', () => {
  const found = all.flatMap(({ path, text }) =>
    /^\s+private\s/m.test(text.replace(/\/\*[\s\S]*?\*\//g, '')) ? [path] : [],
  )
  expect(found).toEqual([])
})

it('a module is imported once in a file: types together with its values', () => {
  const found = all.flatMap(({ path, text }) => {
    const sources = [...text.matchAll(/^import (?:type )?\{[^}]*\} from '([^']+)'/gm)].map(([, from]) => from)
    return sources.filter((from, i) => sources.indexOf(from) < i).map((from) => `${path}: ${from}`)
  })
  expect(found).toEqual([])
})
