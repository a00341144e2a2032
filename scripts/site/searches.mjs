import { readdirSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { searchOptions } from '../../site/search-options.mjs'

/** The searches of readers, and the page, or the section of a page, that must come first. */
export const searches = [
  ['missing values', '/formats/csv.html#missing-values'],
  ['learning rate', '/auto.html'],
  ['class imbalance', '/evaluation.html#class-imbalance'],
  ['install', '/installing.html'],
  ['predict', '/cli.html'],
  ['train', '/cli.html'],
  ['Learner', '/learner-options.html'],
  ['scikit-learn', '/guides/from-scikit-learn.html'],
  ['river', '/guides/from-river.html'],
  ['vowpal wabbit', '/from-vowpal-wabbit.html'],
  ['prediction intervals', '/intervals.html'],
  ['drift', '/guides/drift.html'],
]

/**
 * Runs the searches on the index of a built site, as its search box does, and returns the searches whose expected page
 * does not come first.
 */
export async function failedSearches(site) {
  const search = await searcher(site)
  return searches.flatMap(([words, wanted]) => {
    const [first] = search(words)
    return first?.startsWith(wanted) ? [] : [`"${words}" finds ${first} first, and not ${wanted}`]
  })
}

/**
 * Returns a function that searches the index of a built site: it returns a list of pages and sections, the best first.
 */
export async function searcher(site) {
  const theme = createRequire(realpathSync(join(site, 'node_modules', 'vitepress', 'package.json')))
  const { default: MiniSearch } = await import(pathToFileURL(theme.resolve('minisearch')).href)
  const chunks = join(site, 'dist', 'assets', 'chunks')
  const name = readdirSync(chunks).find((file) => /localSearchIndex/.test(file))
  const { default: json } = await import(pathToFileURL(join(chunks, name)).href)
  const index = MiniSearch.loadJSON(json, {
    fields: ['title', 'titles', 'text'],
    storeFields: ['title', 'titles'],
  })
  return (words) => index.search(words, searchOptions).map(({ id }) => id)
}
