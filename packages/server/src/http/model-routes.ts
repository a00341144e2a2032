import type { FastifyInstance } from 'fastify'
import type { Service } from '../service.js'
import { routeSchemas } from './schemas.js'

/** The model as a file: download, and hot swap. */
export function addModelRoutes(app: FastifyInstance, service: Service, mostBytes: number): void {
  app.get('/model', { schema: routeSchemas.download }, async (_, reply) => {
    const bytes = await service.bytes()
    return reply
      .type('application/octet-stream')
      .header('content-disposition', 'attachment; filename="model.ol"')
      .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  })
  app.put('/model', { schema: routeSchemas.swap, bodyLimit: mostBytes }, async (request, reply) => {
    await service.replace(request.body instanceof Uint8Array ? request.body : new Uint8Array(0))
    return reply.code(204).send()
  })
}
