import { readFileSync } from 'node:fs'
import swagger from '@fastify/swagger'
import { version } from '@ol/core'
import { invalid, OLError, valueText } from '@ol/spec'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { addDashboard, dashboardRoutes } from '../dashboard/assets.js'
import type { LateLabels } from '../late/late-labels.js'
import type { ServerMetrics } from '../metrics/server-metrics.js'
import { SentJson, sentJsonOf } from '../model/example.js'
import type { Limits } from '../options.js'
import type { Service } from '../service.js'
import { countRefusal } from '../service-counts.js'
import { answerError } from './answer-error.js'
import { arrowType, valuesOfArrow } from './arrow-examples.js'
import { bearerCheck } from './bearer.js'
import { ExampleRequests } from './example-requests.js'
import { addExampleRoutes } from './example-routes.js'
import { addLiveRoutes } from './live-routes.js'
import type { LiveStats } from './live-stats.js'
import { addModelRoutes } from './model-routes.js'
import { type OpenApi, openApiPage } from './openapi-page.js'
import { exampleTypes, type RouteSchema, routeSchemas } from './schemas.js'
import { statusOf } from './status.js'

export interface AppOptions {
  readonly service: Service
  readonly late: LateLabels
  readonly metrics: ServerMetrics
  readonly stats: LiveStats
  readonly limits: Limits
  readonly token: string | undefined
  readonly tls: { readonly cert: string; readonly key: string } | undefined
  readonly isReady: () => boolean
}

/** The paths that are answered without the token: a load balancer has none, and the page itself requests it. */
const open = new Set<string>(['/health', '/ready', ...dashboardRoutes])

/** The largest model, in bytes, that can replace the served one. */
const mostModelBytes = 2 ** 31

/** Returns the HTTP application. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { service, late, metrics, stats, limits, token, tls, isReady } = options
  const app: FastifyInstance = Fastify({
    ...(tls === undefined ? {} : { https: { cert: readFileSync(tls.cert), key: readFileSync(tls.key) } }),
    bodyLimit: limits.bodyBytes,
    requestTimeout: limits.requestSeconds * 1000,
    forceCloseConnections: 'idle',
    // no part of a path is decoded into a name
    routerOptions: { maxParamLength: 1 },
  })
  app.server.maxConnections = limits.connections
  app.server.on('drop', () => metrics.refused('connections'))
  app.server.headersTimeout = 10_000
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_, text: Buffer, done) => {
    let sent: SentJson
    try {
      sent = new SentJson(sentJsonOf(text), text)
    } catch (error) {
      done(error as Error)
      return
    }
    done(null, sent)
  })
  app.addContentTypeParser(['application/x-ndjson', 'application/jsonl'], (_, body, done) => done(null, body))
  app.addContentTypeParser(arrowType, { parseAs: 'buffer' }, async (_: unknown, body: Buffer) =>
    valuesOfArrow(body),
  )
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_, body, done) =>
    done(null, body),
  )
  // the schemas only document the routes; the model checks requests, and its messages name the fault
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => (value) => (typeof value === 'string' ? value : JSON.stringify(value)))
  const isAllowed = token === undefined ? () => true : bearerCheck(token)
  if (token !== undefined) addToken(app, isAllowed, metrics)
  app.addHook('onRequest', ({ headers }, _, done) => done(refusedEncoding(headers['content-encoding'])))
  // by route: Fastify builds the route's description of a request each time that it is read
  app.addHook('onRoute', (route) => {
    route.onResponse = (_, reply, done) => {
      metrics.answered(route.url, reply.statusCode, reply.elapsedTime / 1000)
      done()
    }
  })
  app.setErrorHandler((error, request, reply) => {
    const status = statusOf(error)
    if (error instanceof OLError) countRefusal(service.counts, error)
    if (status === 503) reply.header('retry-after', '1')
    const message =
      status === 415 && !(error instanceof OLError)
        ? `Expected ${typesOf(request).join(', ')} for content-type but received ${request.headers['content-type'] ?? 'none'}`
        : error instanceof Error
          ? error.message
          : String(error)
    const code = error instanceof OLError ? error.code : status === 413 ? 'OL_LIMIT' : 'OL_REQUEST'
    // only the operator sees internal faults
    if (status >= 500 && !(error instanceof OLError)) metrics.failed(error)
    const text = status >= 500 && !(error instanceof OLError) ? 'The server failed' : message
    return answerError(reply, status, { code, message: text })
  })
  app.setNotFoundHandler(({ method, url }, reply) => {
    const [path] = url.split('?')
    const others = (['GET', 'POST', 'PUT'] as const).filter((one) => app.hasRoute({ url: path, method: one }))
    const message =
      others.length > 0
        ? `Expected ${others.join(' or ')} for ${path} but received ${method}`
        : `There is no route ${valueText(path)}: GET /docs lists them`
    metrics.answered('none', 404, reply.elapsedTime / 1000)
    return answerError(reply, 404, { code: 'OL_REQUEST', message })
  })
  await app.register(swagger, { openapi: { info: { title: 'OL server', version } } })
  addExampleRoutes(app, new ExampleRequests(service, late), limits.lineBytes)
  addModelRoutes(app, service, mostModelBytes)
  addDashboard(app)
  addLiveRoutes(app, service, stats)
  // without the token a client sees only that the server runs
  app.get('/health', { schema: routeSchemas.health }, async ({ headers }) =>
    isAllowed(headers.authorization) ? metrics.health() : { status: 'ok' },
  )
  app.get('/ready', { schema: routeSchemas.ready }, async (_, reply) => {
    const ready = isReady()
    return reply.code(ready ? 200 : 503).send({ ready })
  })
  app.get('/metrics', { schema: routeSchemas.metrics }, async (_, reply) =>
    reply.type(metrics.contentType).send(await metrics.text()),
  )
  app.get('/openapi.json', { schema: { hide: true } as object }, async () => app.swagger())
  app.get('/docs', { schema: { hide: true } as object }, async (_, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
      .send(openApiPage(app.swagger() as OpenApi)),
  )
  return app
}

/** Returns the types of bodies that the route of a request takes. */
function typesOf({ routeOptions: { schema } }: FastifyRequest): readonly string[] {
  return (schema as RouteSchema | undefined)?.consumes ?? exampleTypes
}

/** Returns the error of a compressed body, whose bytes are of none of these types. */
function refusedEncoding(encoding: string | undefined): OLError | undefined {
  if (encoding === undefined || encoding === '' || encoding === 'identity') return undefined
  return invalid('OL_REQUEST', 'content-encoding', 'identity, a body that is not compressed,', encoding)
}

/** Refuses requests without the token, before their body is read. */
function addToken(
  app: FastifyInstance,
  isAllowed: (authorization: string | undefined) => boolean,
  metrics: ServerMetrics,
): void {
  app.addHook('onRequest', async (request, reply) => {
    if (open.has(request.routeOptions.url ?? '') || isAllowed(request.headers.authorization)) return
    metrics.refused('token')
    return answerError(reply.header('www-authenticate', 'Bearer'), 401, {
      code: 'OL_REQUEST',
      message: 'Expected the token of this server as Authorization: Bearer TOKEN',
    })
  })
}
