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
  markdown: { theme: { light: 'github-light', dark: 'github-dark' } },
  vite: { build: { chunkSizeWarningLimit: 4000 } },
  themeConfig: {
    nav: ['Start', 'Guides', 'Reference', 'Results', 'Design'].map(first),
    sidebar: sections.map(group),
    outline: [2, 3],
    search: { provider: 'local' },
  },
}
