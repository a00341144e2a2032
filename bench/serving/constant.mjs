import Fastify from 'fastify'

// The route that HTTP is measured against: it parses a body as JSON, and always gives the same answer. Run by
// bench/serving.mjs.

const app = Fastify()
app.post('/predict', async (_, reply) =>
  reply.type('application/json; charset=utf-8').send('{"prediction":1,"probability":0.5,"score":0}'),
)
await app.listen({ port: 0, host: '127.0.0.1' })
console.log(JSON.stringify({ address: `http://127.0.0.1:${app.server.address().port}` }))
