import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type AnswerParts, predictionAlone } from '../model/answer.js'
import { answerParts } from './answer-parts.js'
import { answersAsArrow, arrowType } from './arrow-examples.js'
import type { ExampleRequests } from './example-requests.js'
import { type AnswerEach, answerLines } from './ndjson.js'
import { routeSchemas } from './schemas.js'

/** How a route answers one value, and several. */
interface Answering {
  readonly one: (value: unknown) => string | Promise<string>
  readonly each: AnswerEach
}

/** The routes of examples: each takes an object, an array, or lines of JSON. */
export function addExampleRoutes(app: FastifyInstance, requests: ExampleRequests, lineBytes: number): void {
  const add = (
    name: 'predict' | 'learn' | 'explain' | 'labels',
    of: (request: FastifyRequest) => Answering,
  ): void => {
    app.post(`/${name}`, { schema: routeSchemas[name] }, (request, reply) =>
      answer(request, reply, of(request), requests, lineBytes),
    )
  }
  const predict = (parts: AnswerParts): Answering => ({
    one: (value) => requests.whenKept(requests.predict(value, parts)),
    each: async (values) => requests.whenKept(await requests.predictEach(values, parts)),
  })
  const alone = predict(predictionAlone)
  const learn: Answering = {
    one: (value) => requests.learn(value),
    each: (values) => requests.learnEach(values),
  }
  const explain: Answering = {
    one: (value) => requests.explain(value),
    each: (values) => requests.explainEach(values),
  }
  const labels: Answering = {
    one: (value) => requests.label(value),
    each: (values) => requests.labelEach(values),
  }
  add('predict', ({ url, query }) => (url.includes('?') ? predict(answerParts(query)) : alone))
  add('learn', () => learn)
  add('explain', () => explain)
  add('labels', () => labels)
}

async function answer(
  { body, raw, headers }: FastifyRequest,
  reply: FastifyReply,
  { one, each }: Answering,
  requests: ExampleRequests,
  lineBytes: number,
): Promise<FastifyReply> {
  if (body instanceof Readable) {
    // the rest of a body that was not read to its end is not wanted
    reply.raw.once('finish', () => {
      if (!raw.complete) raw.socket.destroySoon()
    })
    return reply
      .type('application/x-ndjson')
      .send(answerLines(body, lineBytes, each, (error) => requests.refused(error)))
  }
  if (Array.isArray(body) && headers.accept?.includes(arrowType) === true)
    return reply.type(arrowType).send(await answersAsArrow(await each(body)))
  reply.type('application/json; charset=utf-8')
  if (!Array.isArray(body)) return reply.send(await one(body))
  return reply.send(`[${(await each(body)).join()}]`)
}
