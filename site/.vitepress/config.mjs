import { apiItems } from '../../scripts/site/api.mjs'
import { searchOptions } from '../search-options.mjs'
import sections from '../sections.json' with { type: 'json' }

const link = (page) => `/${page.replace(/(^|\/)index$/, '$1')}`
const group = ({ text, pages }) => ({
  text,
  items: Object.entries(pages).map(([page, title]) => ({ text: title, link: link(page) })),
})
const first = (name) => {
  const { pages } = sections.find(({ text }) => text === name)
  return { text: name, link: link(Object.keys(pages)[0]) }
}

const api = {
  text: 'API',
  collapsed: true,
  items: apiItems.map(([text, page]) => ({ text, link: `/api/${page}` })),
}

/** Wide tables scroll within an element of their own, which the keyboard reaches too. */
function wrapTables(md) {
  md.renderer.rules.table_open = () => '<div class="table" tabindex="0">\n<table>\n'
  md.renderer.rules.table_close = () => '</table>\n</div>\n'
}

/** The pages are those that scripts/site.mjs puts into pages/. */
export default {
  title: 'OL',
  description: 'Online learning of linear models: one pass, nothing to scale, nothing to tune',
  base: process.env.OL_SITE_BASE ?? '/',
  srcDir: 'pages',
  outDir: 'dist',
  cacheDir: 'node_modules/.vitepress',
  cleanUrls: false,
  lang: 'en',
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  markdown: { theme: { light: 'github-light', dark: 'github-dark' }, config: wrapTables },
  vite: { build: { chunkSizeWarningLimit: 4000 } },
  themeConfig: {
    nav: ['Start', 'Guides', 'Reference', 'Results', 'Design'].map(first),
    sidebar: sections.flatMap((section) =>
      section.text === 'Reference' ? [group(section), api] : [group(section)],
    ),
    outline: [2, 3],
    search: { provider: 'local', options: { miniSearch: { searchOptions } } },
  },
}
