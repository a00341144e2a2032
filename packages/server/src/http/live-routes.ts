import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Service } from '../service.js'
import type { Alarm } from '../watch/drift-watch.js'
import { promote } from '../watch/promotion.js'
import { answerError } from './answer-error.js'
import type { LiveStats } from './live-stats.js'

/** Milliseconds between two events. */
const everyMs = 1000

/** The largest number of listeners at a time: each receives everything. */
const mostListeners = 50

/** The largest number of bytes that may wait for a client; a client that reads events more slowly is disconnected. */
const mostUnread = 1 << 20

/** The figures of the dashboard, at once and as events, and the challenger. */
export function addLiveRoutes(app: FastifyInstance, service: Service, stats: LiveStats): void {
  const listeners = new Set<Readable>()
  const send = (event: string, value: unknown): void => {
    if (listeners.size === 0) return
    const text = `event: ${event}\ndata: ${JSON.stringify(value)}\n\n`
    for (const listener of listeners) {
      listener.push(text)
      if (listener.readableLength > mostUnread) listener.destroy()
    }
  }
  stats.watch.drift.onAlarm.push((alarm: Alarm) => send('alarm', alarm))
  const timer = setInterval(() => {
    stats.sample()
    if (listeners.size > 0) send('stats', stats.read())
  }, everyMs).unref()
  app.addHook('preClose', async () => {
    clearInterval(timer)
    for (const listener of listeners) listener.push(null)
  })
  app.get('/stats', { schema: { summary: 'What the dashboard shows' } as object }, async () => stats.read())
  app.get(
    '/events',
    { schema: { summary: 'The same each second, and alarms, as server-sent events' } as object },
    async (request, reply) => {
      if (listeners.size >= mostListeners)
        return answerError(reply, 429, {
          code: 'OL_LIMIT',
          message: `${mostListeners} clients listen already`,
        })
      const listener = new Readable({ read: () => undefined })
      listeners.add(listener)
      request.raw.once('close', () => listener.destroy())
      listener.once('close', () => listeners.delete(listener))
      listener.push(`event: stats\ndata: ${JSON.stringify(stats.read())}\n\n`)
      return reply.type('text/event-stream').header('cache-control', 'no-store').send(listener)
    },
  )
  const { challenger } = stats
  const none = (reply: FastifyReply): FastifyReply =>
    answerError(reply, 404, {
      code: 'OL_REQUEST',
      message: 'The server has no challenger: start it with one (--challenger RULE)',
    })
  app.get(
    '/challenger',
    { schema: { summary: 'The challenger, and the evidence that it is better' } as object },
    async (_, reply) => challenger?.report() ?? none(reply),
  )
  app.post(
    '/challenger/promote',
    { schema: { summary: 'Make the challenger the model' } as object },
    async (_, reply) => {
      if (challenger === undefined) return none(reply)
      await promote(service, challenger)
      return challenger.report()
    },
  )
}
