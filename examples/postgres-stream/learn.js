import pg from 'pg'
import { learnOrders } from './learn-orders.js'

// node learn.js, from cron or a timer; the connection comes from PGHOST, PGUSER, PGDATABASE and the like

const controller = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => controller.abort(new Error(signal)))

const client = new pg.Client()
// without a listener the end of an idle connection would be an uncaught error
client.on('error', (error) => controller.abort(error))
try {
  await client.connect()
  const { examples, averageLoss, lastId } = await learnOrders(client, { signal: controller.signal })
  console.log(
    examples === 0 ? 'no new orders' : `${examples} orders up to ${lastId}, loss ${averageLoss.toFixed(4)}`,
  )
} catch (error) {
  console.error(`Nothing was learned: ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
} finally {
  await client.end().catch(() => {})
}
