import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { pageCss, pageHtml } from './page-html.js'

/** The permissions of the page: nothing from another host, and no script inside it. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; img-src data:; form-action 'none'; base-uri 'none'"

/** The dashboard. Its files are read once, so no request names a file. */
export function addDashboard(app: FastifyInstance): void {
  const plotting = join(dirname(createRequire(import.meta.url).resolve('uplot')))
  const script = readFileSync(new URL('./page-script.js', import.meta.url), 'utf8')
  const files: readonly (readonly [path: string, type: string, text: string])[] = [
    ['/', 'text/html', pageHtml],
    ['/assets/page.css', 'text/css', pageCss],
    // a page finds modules only by their address
    ['/assets/page.js', 'text/javascript', script.replace(/from\s*['"]uplot['"]/, "from './uplot.js'")],
    ['/assets/uplot.js', 'text/javascript', readFileSync(join(plotting, 'uPlot.esm.js'), 'utf8')],
    ['/assets/uplot.css', 'text/css', readFileSync(join(plotting, 'uPlot.min.css'), 'utf8')],
  ]
  for (const [path, type, text] of files)
    app.get(path, { schema: { hide: true } as object }, async (_, reply) =>
      reply
        .type(`${type}; charset=utf-8`)
        .header('content-security-policy', policy)
        .header('x-content-type-options', 'nosniff')
        .send(text),
    )
}

/** The routes that need no token, because they contain nothing of the model. */
export const dashboardRoutes = [
  '/',
  '/assets/page.css',
  '/assets/page.js',
  '/assets/uplot.js',
  '/assets/uplot.css',
] as const
