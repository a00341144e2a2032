import { createService } from './service.js'

const app = await createService({ path: process.env.MODEL ?? 'clicks.ol', logger: true })

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

await app.listen({ port: Number(process.env.PORT ?? 3000), host: process.env.HOST ?? '127.0.0.1' })
