import type { AnyLearnerOptions, BackendChoice } from '@ol/core'
import type { ReadingOptions } from '@ol/pipeline'
import type { Durability } from './store/example-log.js'
import type { OnDrift } from './watch/drift-response.js'

/** Limits of a server. The server refuses a request above a limit with status 413, 429 or 503, and counts it. */
export interface Limits {
  /** bytes of a request; for NDJSON only lines are limited. Default 16 MiB */
  readonly bodyBytes: number
  /** bytes of a line of NDJSON or of the line protocol: default 1 MiB */
  readonly lineBytes: number
  /** seconds in which a request must arrive completely, including an NDJSON stream: default 300 */
  readonly requestSeconds: number
  /** simultaneous connections of each listener: default 1000 */
  readonly connections: number
  /** examples in the learning queue: default 100,000 */
  readonly waiting: number
  /** examples that wait for their labels: default 100,000 */
  readonly late: number
  /** bytes of the examples that wait for their labels: default 256 MiB */
  readonly lateBytes: number
  /** the maximum seconds until the server has stopped: default 30 */
  readonly stopSeconds: number
}

export const defaultLimits: Limits = {
  bodyBytes: 1 << 24,
  lineBytes: 1 << 20,
  requestSeconds: 300,
  connections: 1000,
  waiting: 100_000,
  late: 100_000,
  lateBytes: 1 << 28,
  stopSeconds: 30,
}

/** The names of the options of a server; others are refused. */
export const serveNames: readonly (keyof ServeOptions)[] = [
  ...([
    'model',
    'new',
    'backend',
    'store',
    'durable',
    'snapshotSeconds',
    'logBytes',
    'logDays',
    'learns',
  ] as const),
  ...([
    'host',
    'port',
    'socket',
    'linesPort',
    'linesSocket',
    'token',
    'tls',
    'limits',
    'labelSeconds',
  ] as const),
  ...(['expireAs', 'onDrift', 'challenger', 'challengerMargin', 'onNotice'] as const),
]

/** Options of a server. */
export interface ServeOptions {
  /** the model file to serve, which is written when the server stops */
  readonly model?: string | undefined
  /** the options of a new model, and the reading options for its examples */
  readonly new?: (AnyLearnerOptions & ReadingOptions) | undefined
  readonly backend?: BackendChoice | undefined
  /** the folder for the log and snapshots; default: the path of the model with `.store`; false: the learned state is only in memory */
  readonly store?: string | false | undefined
  /** default `interval` */
  readonly durable?: Durability | undefined
  /** seconds between snapshots; default 300 */
  readonly snapshotSeconds?: number | undefined
  /** maximum bytes of the log; above it, the oldest examples are removed. Default 1 GiB */
  readonly logBytes?: number | undefined
  /** days that an example stays in the log; default: no limit */
  readonly logDays?: number | undefined
  /** whether the server learns; default true */
  readonly learns?: boolean | undefined
  /** address for HTTP; default 127.0.0.1. An address outside this machine needs a token */
  readonly host?: string | undefined
  /** default 8080; 0: any free port */
  readonly port?: number | undefined
  /** a Unix socket for HTTP instead of host and port */
  readonly socket?: string | undefined
  /** a port of this machine for the line protocol; 0: any free port; default: none */
  readonly linesPort?: number | undefined
  /** a Unix socket for the line protocol; default: none */
  readonly linesSocket?: string | undefined
  /** the token that each request must carry, `Authorization: Bearer TOKEN`; default: none */
  readonly token?: string | undefined
  /** certificate and key for HTTPS, in PEM */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined
  readonly limits?: Partial<Limits> | undefined
  /** seconds that the features of a prediction with an id wait for their label; default 3600 */
  readonly labelSeconds?: number | undefined
  /** the label to learn if none arrives in time; default: nothing is learned */
  readonly expireAs?: number | string | boolean | undefined
  /** the response if ADWIN detects a higher loss; default: only an `alarm` */
  readonly onDrift?: OnDrift | undefined
  /** settings of a challenger, a second model that learns the same examples and does not answer. Other settings are the same as for the served model; default: no challenger */
  readonly challenger?: AnyLearnerOptions | undefined
  /** the challenger replaces the model automatically once its mean score (Brier score, or squashed error for numbers) is better by this much, in [0, 1); default: never */
  readonly challengerMargin?: number | undefined
  /** called for events besides answers: repairs, failed snapshots */
  readonly onNotice?: ((text: string) => void) | undefined
}
