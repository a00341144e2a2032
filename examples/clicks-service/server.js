import { createService } from './service.js'

const { MODEL = 'clicks.ol', HOST = '127.0.0.1', PORT = '3000', TOKEN } = process.env
const loopback = ['127.0.0.1', '::1', 'localhost']
if (!TOKEN && !loopback.includes(HOST)) {
  console.error(`expected a TOKEN to listen on ${HOST}: everybody who reaches the port could teach the model`)
  process.exit(64)
}
const app = await createService({ path: MODEL, token: TOKEN || undefined, logger: true })

for (const signal of ['SIGTERM', 'SIGINT'])
  process.once(signal, async () => {
    // answers what it has accepted, saves, ends; a second signal ends the process at once
    try {
      await app.close()
    } catch (error) {
      app.log.error(error, 'the last save failed')
      process.exitCode = 1
    }
  })

await app.listen({ port: Number(PORT), host: HOST })
