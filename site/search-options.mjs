/**
 * How the search box of the site ranks pages. Pages that explain come before pages that list: the API, records of decisions and
 * results. The function is sent to the browser as text, so it refers to nothing outside.
 */
export const searchOptions = {
  fuzzy: 0.2,
  prefix: true,
  combineWith: 'AND',
  boost: { title: 6, titles: 2, text: 1 },
  boostDocument: (id) => {
    if (/^\/(api|decisions|results)\//.test(id)) return 0.1
    if (/^\/(changelog|development|architecture|numerics|rules|experiments)\.html/.test(id)) return 0.2
    return /^\/#|\/from-[a-z-]+\.html#(?!coming)/.test(id) ? 0.5 : 1
  },
}
