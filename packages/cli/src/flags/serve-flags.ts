import { readFileSync } from 'node:fs'
import type { ServeOptions } from '@ol/server'
import { limits, namedRules, type RuleName, rules } from '@ol/spec'
import { type Command, Option } from 'commander'
import { usageError } from '../exit.js'
import { integer, number, oneOf, within } from './values.js'

/** The flags of `serve` that belong neither to the model nor to the reading. */
export interface ServeFlags {
  /** a folder; false with --no-store */
  readonly store?: string | false
  readonly durable?: 'always' | 'interval' | 'never'
  readonly snapshotSeconds?: number
  readonly logBytes?: number
  readonly logDays?: number
  /** false with --no-learn */
  readonly learn: boolean
  readonly host?: string
  readonly port?: number
  readonly socket?: string
  readonly linesPort?: number
  readonly linesSocket?: string
  readonly tokenFile?: string
  readonly tlsCert?: string
  readonly tlsKey?: string
  readonly labelSeconds?: number
  readonly expireAs?: string
  readonly stopSeconds?: number
  readonly bodyBytes?: number
  readonly connections?: number
  readonly requestSeconds?: number
  readonly mostClasses?: number
  readonly onDrift?: 'alarm' | 'reset' | 'forget'
  readonly challenger?: string
  readonly challengerMargin?: number
}

const store = 'What is kept:'
const connections = 'Connections:'
const labels = 'Late labels:'
const changes = 'Changes:'

/** Adds the flags of a server. */
export function addServeFlags(command: Command): Command {
  const add = (group: string, flags: string, text: string, parser?: (text: string) => unknown): void => {
    const option = new Option(flags, text)
    if (parser !== undefined) option.argParser(parser)
    command.addOption(option.helpGroup(group))
  }
  const seconds = within({ min: 1, max: 1e9 })
  add(
    store,
    '--store <folder>',
    'the folder of the log of accepted examples and of snapshots of the model (default: MODEL.store)',
  )
  add(store, '--no-store', 'keep the model only in memory, until the server stops')
  command.addOption(
    new Option(
      '--durable <when>',
      'when an accepted example is on the disk: before its answer (always), within a second (interval), when the system writes it (never); it survives a crash of the process in any case (default: interval)',
    )
      .choices(['always', 'interval', 'never'])
      .helpGroup(store),
  )
  add(store, '--snapshot-seconds <n>', 'seconds between snapshots (default: 300)', seconds)
  add(
    store,
    '--log-bytes <n>',
    'bytes of the log above which its oldest examples are removed, once every snapshot has them (default: 1 GiB)',
    integer(1 << 20, 2 ** 50),
  )
  add(
    store,
    '--log-days <n>',
    'days that an example stays in the log (default: no limit)',
    within({ min: 0, max: 1e6, minExclusive: true }),
  )
  add(store, '--no-learn', 'only predict and explain')
  add(
    connections,
    '--host <address>',
    'the address for HTTP; one outside this machine needs --token-file (default: 127.0.0.1)',
  )
  add(connections, '--port <n>', 'the port for HTTP; 0: any free port (default: 8080)', integer(0, 65535))
  add(connections, '--socket <path>', 'a Unix socket for HTTP instead of a port')
  add(
    connections,
    '--lines-port <n>',
    "a port of this machine for the line protocol of Vowpal Wabbit's daemon",
    integer(0, 65535),
  )
  add(connections, '--lines-socket <path>', 'a Unix socket for the line protocol')
  add(
    connections,
    '--token-file <file>',
    'the file with the token that each request must carry: Authorization: Bearer TOKEN',
  )
  add(connections, '--tls-cert <file>', 'the certificate for HTTPS, in PEM')
  add(connections, '--tls-key <file>', 'its key, in PEM')
  add(
    connections,
    '--body-bytes <n>',
    'the most bytes of a request, except a stream of JSON Lines (default: 16 MiB)',
    integer(1024, 2 ** 31),
  )
  add(connections, '--connections <n>', 'the most connections at a time (default: 1000)', integer(1, 1e6))
  add(
    connections,
    '--request-seconds <n>',
    'seconds in which a request must arrive completely, including a stream of lines; 0: no limit (default: 300)',
    within({ min: 0, max: 1e6 }),
  )
  add(
    connections,
    '--stop-seconds <n>',
    'the most seconds that the server waits for accepted requests when it stops (default: 30)',
    within({ min: 0, max: 1e6 }),
  )
  add(
    labels,
    '--label-seconds <n>',
    'seconds that the features of a prediction with an id wait for their label (default: 3600)',
    seconds,
  )
  add(
    labels,
    '--expire-as <label>',
    'the label to learn if none arrives in time (default: nothing is learned)',
  )
  command.addOption(
    new Option(
      '--on-drift <response>',
      'the response if ADWIN detects a higher loss: only an alarm (alarm); also a new model (reset), or a model of only the examples since the change (forget) (default: alarm)',
    )
      .choices(['alarm', 'reset', 'forget'])
      .helpGroup(changes),
  )
  add(
    changes,
    '--most-classes <n>',
    'for a new model with --classes: labels with new names add classes, up to n in all',
    integer(2, limits.maxClasses),
  )
  command.addOption(
    oneOf(
      new Option(
        '--challenger <rule>',
        'a second model, of this rule, that learns the same examples and does not answer; GET /challenger compares it, POST /challenger/promote makes it the model',
      ).helpGroup(changes),
      Object.keys(rules),
      'ol-cli help rules',
      Object.keys(namedRules),
    ),
  )
  add(
    changes,
    '--challenger-margin <m>',
    'the challenger replaces the model by itself once its mean score is better by m, from 0 to 1 (default: it does not)',
    within({ min: 0, max: 1, maxExclusive: true }),
  )
  return command
}

/** Returns the flags as options of a server, without the model's. */
export function serveOptions(flags: ServeFlags): ServeOptions {
  const {
    tlsCert,
    tlsKey,
    tokenFile,
    expireAs,
    stopSeconds,
    bodyBytes,
    connections,
    requestSeconds,
    learn,
    ...plain
  } = flags
  if ((tlsCert === undefined) !== (tlsKey === undefined))
    throw usageError('--tls-cert and --tls-key need each other')
  const limits = { stopSeconds, bodyBytes, connections, requestSeconds }
  return {
    store: plain.store,
    durable: plain.durable,
    snapshotSeconds: plain.snapshotSeconds,
    logBytes: plain.logBytes,
    logDays: plain.logDays,
    ...(learn ? {} : { learns: false }),
    host: plain.host,
    port: plain.port,
    socket: plain.socket,
    linesPort: plain.linesPort,
    linesSocket: plain.linesSocket,
    labelSeconds: plain.labelSeconds,
    token: tokenFile === undefined ? undefined : tokenIn(tokenFile),
    ...(tlsCert === undefined || tlsKey === undefined ? {} : { tls: { cert: tlsCert, key: tlsKey } }),
    onDrift: plain.onDrift,
    challengerMargin: plain.challengerMargin,
    // the server refuses a name that is not a rule
    ...(plain.challenger === undefined ? {} : { challenger: { rule: plain.challenger as RuleName } }),
    limits: Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined)),
    ...(expireAs === undefined ? {} : { expireAs: labelOf(expireAs) }),
  }
}

function tokenIn(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw usageError(`--token-file: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Returns a label as in JSON: a number if it is one. */
function labelOf(text: string): number | string {
  try {
    return number(text)
  } catch {
    return text
  }
}
