import type { AnyLearnerOptions, BackendChoice } from '@ol/core'
import type { ReadingOptions } from '@ol/pipeline'
import type { Durability } from './store/example-log.js'
import type { OnDrift } from './watch/drift-response.js'

/** Limits of a server. A request past one is refused with 413, 429 or 503, and counted. */
export interface Limits {
  /** bytes of a request, but for NDJSON, whose lines are limited: default 16 MiB */
  readonly bodyBytes: number
  /** bytes of a line of NDJSON or of the line protocol: default 1 MiB */
  readonly lineBytes: number
  /** seconds in which a request must have come, an NDJSON stream included: default 300 */
  readonly requestSeconds: number
  /** connections at a time, of each door: default 1000 */
  readonly connections: number
  /** examples that wait to be learned: default 100,000 */
  readonly waiting: number
  /** examples whose labels are awaited: default 100,000 */
  readonly late: number
  /** bytes of these: default 256 MiB */
  readonly lateBytes: number
  /** seconds in which the server stops, once it was told to: default 30 */
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

/** The names of the options of a server: what is none of them is refused. */
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
  /** the file of the model that is served; when the server stops it is written */
  readonly model?: string | undefined
  /** the options of a new model, and of how its examples become features */
  readonly new?: (AnyLearnerOptions & ReadingOptions) | undefined
  readonly backend?: BackendChoice | undefined
  /** the folder of log and snapshots; default: the path of the model with `.store`; false: what is learned is in memory alone */
  readonly store?: string | false | undefined
  /** default `interval` */
  readonly durable?: Durability | undefined
  /** seconds between snapshots; default 300 */
  readonly snapshotSeconds?: number | undefined
  /** bytes of the log from which on the oldest examples are removed: default 1 GiB */
  readonly logBytes?: number | undefined
  /** days that an example stays in the log: default without end */
  readonly logDays?: number | undefined
  /** whether it learns; default true */
  readonly learns?: boolean | undefined
  /** address of HTTP; default 127.0.0.1. Any that is not of this machine needs a token */
  readonly host?: string | undefined
  /** default 8080; 0: any that is free */
  readonly port?: number | undefined
  /** a Unix socket for HTTP in place of host and port */
  readonly socket?: string | undefined
  /** a port of this machine for the line protocol; 0: any that is free; default: none */
  readonly linesPort?: number | undefined
  /** a Unix socket for the line protocol; default: none */
  readonly linesSocket?: string | undefined
  /** the token that a request must have, `Authorization: Bearer TOKEN`; default: none */
  readonly token?: string | undefined
  /** certificate and key of HTTPS, in PEM */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined
  readonly limits?: Partial<Limits> | undefined
  /** seconds that the features of a prediction with an id wait for their label; default 3600 */
  readonly labelSeconds?: number | undefined
  /** the label that is learned where none has come in time; default: nothing is learned */
  readonly expireAs?: number | string | boolean | undefined
  /** the response to a rise of the loss, as ADWIN finds it: default `alarm` alone */
  readonly onDrift?: OnDrift | undefined
  /** settings of a model that learns the same and does not answer, but for what is as in the one that does; default: none */
  readonly challenger?: AnyLearnerOptions | undefined
  /** how much better its mean score (Brier's; of numbers the squashed error) must be for it to take the place by itself, in [0, 1); default: it does not */
  readonly challengerMargin?: number | undefined
  /** is told what happens next to answers: repairs, failed snapshots */
  readonly onNotice?: ((text: string) => void) | undefined
}
