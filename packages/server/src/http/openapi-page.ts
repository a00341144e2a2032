/** A part of an OpenAPI document that the page shows. */
interface Operation {
  readonly summary?: string
  readonly description?: string
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: unknown }>> }
  readonly responses?: Readonly<Record<string, { readonly description?: string }>>
}

export interface OpenApi {
  readonly info: { readonly title: string; readonly version: string }
  readonly paths?: Readonly<Record<string, Readonly<Record<string, Operation>> | undefined>> | undefined
}

/** Returns the page of an OpenAPI document: static, without script. */
export function openApiPage({ info, paths = {} }: OpenApi): string {
  const operations = Object.entries(paths).flatMap(([path, methods = {}]) =>
    Object.entries(methods).map(([method, operation]) => operationHtml(method, path, operation)),
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(info.title)}</title><style>
:root{color-scheme:light dark}body{font:15px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem}
section{border-top:1px solid #8886;padding:.5rem 0}code,pre{font-size:.85rem}pre{overflow:auto;background:#8881;padding:.5rem}
b{display:inline-block;min-width:3.5rem}table{border-spacing:1rem 0;margin-left:-1rem}td{vertical-align:top}</style>
<h1>${escaped(info.title)} ${escaped(info.version)}</h1><p>The same as a document: <a href="openapi.json">openapi.json</a></p>
${operations.join('\n')}</html>`
}

function operationHtml(
  method: string,
  path: string,
  { summary, description, requestBody, responses = {} }: Operation,
): string {
  const types = Object.entries(requestBody?.content ?? {})
  const [first] = types
  const body =
    first === undefined
      ? ''
      : `<details><summary>Body: ${escaped(types.map(([type]) => type).join(', '))}</summary><pre>${escaped(JSON.stringify(first[1].schema, undefined, 1) ?? '')}</pre></details>`
  const rows = Object.entries(responses).map(
    ([status, { description: text = '' }]) => `<tr><td><code>${escaped(status)}</code><td>${escaped(text)}`,
  )
  return `<section><h2><b>${escaped(method.toUpperCase())}</b> <code>${escaped(path)}</code></h2><p>${escaped(summary ?? '')}. ${escaped(description ?? '')}</p>${body}<table>${rows.join('')}</table></section>`
}

/** Returns a string escaped for HTML. */
export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
