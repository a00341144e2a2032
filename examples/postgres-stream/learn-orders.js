import { pipeline } from 'node:stream/promises'
import { Learner } from '@ol/core'
import QueryStream from 'pg-query-stream'

const name = 'returns'

/** The features of an order; what predicts has to make them in the same way.
 * @param {{ country: string, amount: number, first_order: boolean }} order
 */
export function featuresOf({ country, amount, first_order }) {
  return { country, amount, logAmount: Math.log1p(amount), first_order }
}

/**
 * Learns from the orders that are new since the last run. All of it is one transaction: a run that is killed leaves the
 * model and the place in the table as they were, and the next one reads the same rows again.
 *
 * @param {import('pg').Client} client connected, and used for nothing else meanwhile
 * @param {{ signal?: AbortSignal, settleSeconds?: number }} [options]
 */
export async function learnOrders(client, { signal, settleSeconds = 60 } = {}) {
  await client.query('BEGIN')
  try {
    // a second run waits here until the first has ended, and then continues after it; locking the row would not do, for
    // before the first run there is none
    await client.query('SELECT pg_advisory_xact_lock(hashtext($1))', [`models:${name}`])
    const { model, lastId } = await current(client)
    let end = lastId

    // ids are given out before rows become visible: a row of a transaction that took long may appear below ids that
    // were read already. So the newest rows wait until such transactions have ended, and an order without an answer
    // holds up those after it
    const rows = client.query(
      new QueryStream(
        `SELECT id, country, amount, first_order, returned FROM orders
         WHERE id > $1 AND placed_at < now() - make_interval(secs => $2)
           AND id < coalesce((SELECT min(id) FROM orders WHERE id > $1 AND returned IS NULL), 9223372036854775807)
         ORDER BY id`,
        [lastId, settleSeconds],
        { batchSize: 1000 },
      ),
    )
    async function* examples(/** @type {AsyncIterable<any>} */ source) {
      for await (const { id, returned, ...order } of source) {
        end = id
        yield { features: featuresOf(order), label: returned }
      }
    }
    // the cursor is read no faster than the model learns, and closed whatever happens
    const report = await pipeline(rows, examples, (source) => model.learn(source, { signal }), { signal })

    await client.query(
      `INSERT INTO models (name, bytes, last_id) VALUES ($1, $2, $3)
       ON CONFLICT (name) DO UPDATE SET bytes = excluded.bytes, last_id = excluded.last_id, learned_at = now()`,
      [name, model.toBytes(), end],
    )
    await client.query('COMMIT')
    return { examples: report.examples, averageLoss: report.averageLoss, lastId: end }
  } catch (error) {
    // the connection itself may be what failed: the server rolls back then
    await client.query('ROLLBACK').catch(() => {})
    throw error
  }
}

/**
 * Returns the model as of the last run, and the id up to which it has learned.
 * @param {import('pg').Client} client
 */
export async function current(client) {
  const { rows } = await client.query('SELECT bytes, last_id FROM models WHERE name = $1', [name])
  if (rows.length === 0)
    // ids are strings: pg reads bigint so, as numbers could not hold all of them
    return { model: new Learner({ loss: 'logistic', link: 'logistic' }), lastId: '0' }
  return { model: Learner.fromBytes(rows[0].bytes), lastId: /** @type {string} */ (rows[0].last_id) }
}
