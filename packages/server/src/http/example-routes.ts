import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type AnswerParts, predictionAlone } from '../model/answer.js'
import { SentJson } from '../model/example.js'
import { answerParts, refuseQuery } from './answer-parts.js'
import { ArrowRows, answersAsArrow, arrowType } from './arrow-examples.js'
import { type ExampleRequests, nothingMore } from './example-requests.js'
import { type AnswerEach, answerLines } from './ndjson.js'
import { routeSchemas } from './schemas.js'

/** The preference of a client that wants only errors. */
const errorsAlone = 'return=minimal'

const jsonType = 'application/json; charset=utf-8'

/** How a route answers one value and several. */
interface Answering {
  readonly one: (value: unknown, sent: readonly Uint8Array[] | undefined) => string | Promise<string>
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
  const learn = (minimal: boolean): Answering => ({
    one: (value, sent) => requests.learn(value, { minimal, sent }),
    each: (values, sent) => requests.learnEach(values, { minimal, sent }),
  })
  const explain: Answering = {
    one: (value) => requests.explain(value),
    each: (values) => requests.explainEach(values),
  }
  const labels = (minimal: boolean): Answering => ({
    one: (value) => requests.label(value, minimal),
    each: (values) => requests.labelEach(values, minimal),
  })
  const chosen =
    (whole: Answering, errors: Answering) =>
    ({ headers, url, query }: FastifyRequest): Answering => {
      if (url.includes('?')) refuseQuery(query)
      return wantsLittle(headers) ? errors : whole
    }
  add('predict', ({ url, query }) => (url.includes('?') ? predict(answerParts(query)) : alone))
  add('learn', chosen(learn(false), learn(true)))
  add('explain', ({ url, query }) => {
    if (url.includes('?')) refuseQuery(query)
    return explain
  })
  add('labels', chosen(labels(false), labels(true)))
}

/** Answers a request, without waiting if the answer is known at once. */
function answer(
  { body, raw, headers }: FastifyRequest,
  reply: FastifyReply,
  { one, each }: Answering,
  requests: ExampleRequests,
  lineBytes: number,
): Promise<FastifyReply> | undefined {
  if (body instanceof Readable) {
    // the rest of a body that was not read completely is discarded
    reply.raw.once('finish', () => {
      if (!raw.complete) raw.socket.destroySoon()
    })
    reply
      .type('application/x-ndjson')
      .send(answerLines(body, lineBytes, each, (error) => requests.refused(error)))
    return undefined
  }
  const [value, sent] = body instanceof SentJson ? [body.value, [body.text]] : [body, undefined]
  if (Array.isArray(value) || value instanceof ArrowRows)
    return Promise.resolve(each(value)).then((answers) => sendSeveral(reply, headers, answers))
  const text = one(value, sent)
  if (typeof text === 'string') sendOne(reply, headers, text)
  else
    text.then(
      (later) => sendOne(reply, headers, later),
      (error: unknown) => reply.send(error),
    )
  return undefined
}

function sendOne(reply: FastifyReply, headers: FastifyRequest['headers'], text: string): void {
  if (text === nothingMore && wantsLittle(headers)) sendNothing(reply)
  else reply.type(jsonType).send(text)
}

async function sendSeveral(
  reply: FastifyReply,
  headers: FastifyRequest['headers'],
  answers: readonly string[],
): Promise<FastifyReply> {
  if (answers.length > 0 && wantsLittle(headers) && answers.every((text) => text === nothingMore))
    return sendNothing(reply)
  if (headers.accept?.includes(arrowType) === true)
    return reply.type(arrowType).send(await answersAsArrow(answers))
  return reply.type(jsonType).send(`[${answers.join()}]`)
}

function sendNothing(reply: FastifyReply): FastifyReply {
  return reply.code(204).header('preference-applied', errorsAlone).send()
}

/** Returns whether a client wants only errors: RFC 7240. */
function wantsLittle({ prefer }: FastifyRequest['headers']): boolean {
  return prefer !== undefined && String(prefer).includes(errorsAlone)
}
