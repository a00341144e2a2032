import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, posix } from 'node:path'

// The site generator writes links from the root of a server. Relative links also work if pages are opened as files.

/** Makes the links of all pages and style sheets of a folder relative. */
export function makeRelative(folder, base) {
  for (const name of readdirSync(folder, { recursive: true })) {
    const page = String(name).replaceAll('\\', '/')
    const file = join(folder, page)
    // the page for missing addresses is shown under any address
    if (page.endsWith('.html') && page !== '404.html') rewrite(file, (text) => relativeHtml(text, page, base))
    if (page.endsWith('.css')) rewrite(file, (text) => relativeCss(text, page, base))
  }
}

function rewrite(file, change) {
  writeFileSync(file, change(readFileSync(file, 'utf8')))
}

/** Returns a page whose links are relative; a link to a folder leads to its index. */
export function relativeHtml(text, page, base = '/') {
  return text.replace(/(\s(?:href|src)=")([^"]*)"/g, (whole, start, link) => {
    const target = relativeLink(link, page, base)
    return target === undefined ? whole : `${start}${target}"`
  })
}

export function relativeCss(text, page, base = '/') {
  return text.replace(/url\(([^)"']*)\)/g, (whole, link) => {
    const target = relativeLink(link, page, base)
    return target === undefined ? whole : `url(${target})`
  })
}

/** Returns a link from the root as one from a page; undefined for other links. */
function relativeLink(link, page, base) {
  if (!link.startsWith(base) || link.startsWith('//')) return undefined
  const [, path, rest] = /^([^#?]*)(.*)$/.exec(link.slice(base.length))
  const target = path === '' || path.endsWith('/') ? `${path}index.html` : path
  return `${posix.relative(posix.dirname(page), target) || posix.basename(target)}${rest}`
}
