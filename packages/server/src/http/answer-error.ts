import type { OLError } from '@ol/spec'
import type { FastifyReply } from 'fastify'
import { errorJson } from '../model/answer.js'

/** Answers a request with an error. */
export function answerError(
  reply: FastifyReply,
  status: number,
  error: Pick<OLError, 'code' | 'message'>,
): FastifyReply {
  return reply.code(status).type('application/json; charset=utf-8').send(errorJson(error))
}
