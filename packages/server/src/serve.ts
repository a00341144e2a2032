import type { AddressInfo } from 'node:net'
import { checkMembers, checkNames, invalid, OLError } from '@ol/spec'
import { Complaint } from './complaint.js'
import { createApp } from './http/app.js'
import { ExampleRequests } from './http/example-requests.js'
import { LiveStats } from './http/live-stats.js'
import { LateLabels } from './late/late-labels.js'
import { LineDoor } from './lines/line-door.js'
import { ServerMetrics } from './metrics/server-metrics.js'
import type { ServedModel } from './model/served-model.js'
import { defaultLimits, type Limits, type ServeOptions, serveNames } from './options.js'
import { Service } from './service.js'
import { reasonOf } from './store/database.js'
import { durabilities } from './store/example-log.js'
import { type OpenModel, openModel, saveAll } from './store/open-model.js'
import { recordOf } from './store/record.js'
import { exampleOfRecord } from './store/replay.js'
import type { Store } from './store/store.js'
import { Challenger } from './watch/challenger.js'
import { driftResponses, hasResponse, type OnDrift, respond } from './watch/drift-response.js'
import { companionsOf, resumeWatch } from './watch/kept-watch.js'
import { promote } from './watch/promotion.js'
import { Watch } from './watch/watch.js'

/** A running server. */
export interface Server {
  /** its HTTP address, such as `http://127.0.0.1:8080`, or the path of a socket */
  readonly address: string
  /** the port of the line protocol; undefined: none */
  readonly linesPort: number | undefined
  /** the model, the queue and the store that answer requests */
  readonly service: Service
  /** Answers the accepted requests, saves the model, and stops; rejects if the model could not be saved. */
  stop(): Promise<void>
}

const loopback = new Set(['127.0.0.1', '::1', 'localhost'])

/**
 * Starts a server for a model.
 *
 * @throws OLError OL_PARAMETER, OL_LISTEN, OL_STORE; OL_FILE_*, OL_MODEL_* of the model
 */
export async function serve(options: ServeOptions): Promise<Server> {
  check(options)
  const limits: Limits = { ...defaultLimits, ...options.limits }
  const say = options.onNotice ?? (() => undefined)
  const opened = await openModel(options, say)
  const { store, model } = opened
  const learns = options.learns ?? model.learner.predictOnly === undefined
  if (learns) model.refuseUnlearnable()
  const service = new Service(model, { store, mostWaiting: limits.waiting, learns, backend: options.backend })
  const { watch, challenger } = await openWatch(options, opened, say)
  if (learns && options.expireAs !== undefined) await checkExpireAs(options.expireAs, model, store)
  const late = await openLate(options, limits, store)
  const metrics = new ServerMetrics(service, late, (error) =>
    say(`a request failed: ${error instanceof Error ? error.stack : String(error)}`),
  )
  service.watchers.push(watch)
  metrics.addWatch(watch, challenger)
  if (challenger !== undefined) challenge(service, challenger, options.challengerMargin !== undefined, say)
  respondTo(service, watch, options.onDrift ?? 'alarm', say)
  const stats = new LiveStats(service, late, metrics, watch, challenger)
  const timers = startTimers(options, service, late, say)
  let stopping: Promise<void> | undefined
  const app = await createApp({
    service,
    late,
    metrics,
    stats,
    limits,
    token: options.token,
    tls: options.tls,
    isReady: () => stopping === undefined && store?.writable !== false,
  })
  const door = new LineDoor(service, limits)
  const end = async (): Promise<void> => {
    const until = setTimeout(() => {
      app.server.closeAllConnections()
      door.closeAll()
    }, limits.stopSeconds * 1000)
    for (const timer of timers) clearInterval(timer)
    await Promise.all([app.close(), door.close()])
    clearTimeout(until)
    await service.close()
    await saveAll(options, service, opened)
  }
  try {
    const listening =
      options.socket === undefined
        ? { host: options.host ?? '127.0.0.1', port: options.port ?? 8080 }
        : { path: options.socket }
    await app.listen(listening)
    const linesPort = await door.listen(options.linesPort, options.linesSocket)
    const address =
      options.socket ?? addressText(app.server.address() as AddressInfo, options.tls !== undefined)
    return {
      address,
      linesPort,
      service,
      stop: () => {
        stopping ??= end()
        return stopping
      },
    }
  } catch (cause) {
    for (const timer of timers) clearInterval(timer)
    await Promise.allSettled([app.close(), door.close()])
    await store?.close()
    throw new OLError(
      'OL_LISTEN',
      `The server cannot listen: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    )
  }
}

function check(options: ServeOptions): void {
  checkNames(options, serveNames)
  checkMembers('member', 'the limits', options.limits ?? {}, Object.keys(defaultLimits))
  const { model, new: fresh, host, token, store, durable, onDrift, challengerMargin } = options
  if ((model === undefined) === (fresh === undefined))
    throw invalid('OL_PARAMETER', 'the model', 'a model file, or the options of a new model', model)
  if (host !== undefined && !loopback.has(host) && token === undefined)
    throw invalid(
      'OL_PARAMETER',
      'the token',
      'a token if other machines can reach the port, because everybody could teach the model',
      token,
    )
  if (token?.trim() === '') throw invalid('OL_PARAMETER', 'the token', 'a string that is not blank', token)
  if (model === undefined && store === undefined)
    throw invalid('OL_PARAMETER', 'the store', 'a folder for what a new model learns, or false', store)
  if (durable !== undefined && !durabilities.includes(durable))
    throw invalid('OL_PARAMETER', 'durable', durabilities.join(', '), durable)
  if (onDrift !== undefined && !driftResponses.includes(onDrift))
    throw invalid('OL_PARAMETER', 'onDrift', driftResponses.join(', '), onDrift)
  if (onDrift === 'forget' && store === false)
    throw new OLError(
      'OL_PARAMETER',
      'Expected a store with onDrift forget, which learns the last examples of the log again, but there is none',
      { value: onDrift },
    )
  if (challengerMargin !== undefined && !(challengerMargin >= 0 && challengerMargin < 1))
    throw invalid('OL_PARAMETER', 'challengerMargin', 'a number in [0, 1)', challengerMargin)
}

/** Creates the learning watchers, and lets the model of a store learn the examples after its snapshot. */
async function openWatch(
  options: ServeOptions,
  { store, loaded, model }: OpenModel,
  say: (text: string) => void,
): Promise<{ readonly watch: Watch; readonly challenger: Challenger | undefined }> {
  try {
    const watch = new Watch()
    const challenger =
      options.challenger === undefined
        ? undefined
        : new Challenger(model, options.challenger, options.challengerMargin ?? 0)
    if (store !== undefined) store.companions = companionsOf(watch, challenger)
    if (store !== undefined && loaded !== undefined) {
      await resumeWatch(watch, challenger, model, (name) => loaded.companion(name), say)
      await store.catchUp(loaded, challenger === undefined ? [watch] : [watch, challenger])
    }
    return { watch, challenger }
  } catch (error) {
    await store?.close()
    throw error
  }
}

/** Trains a challenger, which replaces the model once it is better if the options say so. */
function challenge(
  service: Service,
  challenger: Challenger,
  byItself: boolean,
  say: (text: string) => void,
): void {
  service.watchers.push(challenger)
  if (!byItself) return
  let promoting = false
  service.watchers.push({
    learned: () => {
      if (promoting || !challenger.isBetter) return
      promoting = true
      const { capital, examples, meanGain } = challenger.evidence
      say(
        `the challenger is better: capital ${capital.toPrecision(3)}, mean gain ${meanGain.toPrecision(3)} over ${examples} examples; it answers from now on`,
      )
      promote(service, challenger)
        .catch((error: unknown) => say(`the challenger cannot replace the model: ${reasonOf(error)}`))
        .finally(() => {
          promoting = false
        })
    },
  })
}

/** Responds to alarms one at a time; alarms during the creation of a model belong to the previous model. */
function respondTo(service: Service, watch: Watch, how: OnDrift, say: (text: string) => void): void {
  let responding = false
  watch.drift.onAlarm.push((alarm) => {
    if (alarm.watched === 'loss')
      say(
        `the loss has ${alarm.rose ? 'risen' : 'fallen'}, says ${alarm.detector} after ${alarm.examples} examples`,
      )
    // an alarm without an effect must not prevent the response to another, even within the same request
    if (responding || !hasResponse(alarm, how)) return
    responding = true
    respond(service, alarm, how, say)
      .catch((error: unknown) => say(`the response to it failed: ${reasonOf(error)}`))
      .finally(() => {
        responding = false
      })
  })
}

function startTimers(
  { snapshotSeconds = 300, expireAs }: ServeOptions,
  service: Service,
  late: LateLabels,
  say: (text: string) => void,
): readonly NodeJS.Timeout[] {
  const { store } = service
  const requests = new ExampleRequests(service, late)
  const unsaved = new Complaint(say)
  const saving = setInterval(() => {
    if (store === undefined || store.snapshotNumber === store.last) return
    // the next may succeed; until then the log has all examples
    service.snapshot().then(
      () => unsaved.over(),
      (error: unknown) =>
        unsaved.failed(`a snapshot failed: ${error instanceof Error ? error.message : String(error)}`),
    )
  }, snapshotSeconds * 1000)
  const unlearned = new Complaint(say)
  const notLearned = (text: string): void => unlearned.failed(text)
  const expiring = setInterval(() => {
    // a single example shows whether the log can be written again
    const expired = late.expire(store?.writable === false ? 1 : undefined)
    if (expireAs === undefined || !service.learns) for (const { id } of expired) late.remove(id)
    else
      requests
        .learnExpired(expired, expireAs, notLearned)
        .catch((error: unknown) => notLearned(`expired features are not learned: ${reasonOf(error)}`))
  }, 1000)
  return [saving.unref(), expiring.unref()]
}

/** Refuses a label that the model cannot learn. */
async function checkExpireAs(
  label: NonNullable<ServeOptions['expireAs']>,
  model: ServedModel,
  store: Store | undefined,
): Promise<void> {
  try {
    model.labelled([{ features: {}, label }])
  } catch (error) {
    await store?.close()
    throw error instanceof OLError
      ? new OLError(error.code, `expireAs: ${error.message}`, { value: label, cause: error })
      : error
  } finally {
    model.forget()
  }
}

/** Returns the features that wait for labels, including those in the store. */
async function openLate(
  { labelSeconds = 3600 }: ServeOptions,
  limits: Limits,
  store: Store | undefined,
): Promise<LateLabels> {
  const own = { milliseconds: 1000 * labelSeconds, most: limits.late, mostBytes: limits.lateBytes }
  if (store === undefined) return new LateLabels(own)
  const late = new LateLabels(own, {
    keep: (id, example, until) => store.keepWaiting(id, recordOf(example, until)),
    remove: (id) => store.removeWaiting(id),
  })
  for (const { id, record } of await store.waiting())
    late.resume(id, exampleOfRecord(record, false), record.text.length, record.time)
  return late
}

function addressText({ address, port, family }: AddressInfo, secure: boolean): string {
  return `${secure ? 'https' : 'http'}://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}
