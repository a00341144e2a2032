import type { Server } from '@ol/server'
import type { Command } from 'commander'
import { usageError } from '../exit.js'
import { addCommonFlags, type CommonFlags } from '../flags/common.js'
import { learnerOptions } from '../flags/learner-flags.js'
import { addLinkFlag, addModelFlags, type ModelFlags } from '../flags/model-flags.js'
import { addReadingFlags, type ReadingFlags, readOptions } from '../flags/reading.js'
import { addServeFlags, type ServeFlags, serveOptions } from '../flags/serve-flags.js'
import { tuneGarbageCollection } from '../heap.js'
import { addBriefHelp } from '../help/brief.js'
import { plain, printJson } from '../output/plain.js'
import { interruptible, signalOf } from '../signals.js'
import { loadServer } from './load-server.js'

interface Flags extends ModelFlags, ReadingFlags, CommonFlags, ServeFlags {
  readonly new?: boolean
  readonly [flag: string]: unknown
}

/** Addresses that only this machine reaches. */
const loopback = new Set(['127.0.0.1', '::1', 'localhost'])

export function serveCommand(program: Command): void {
  const command = program
    .command('serve')
    .summary('answer requests over HTTP, and learn from them')
    .description(
      'Serves MODEL, or with --new a new model: predicts, explains and learns over HTTP (GET /docs lists the routes) and the ' +
        "line protocol of Vowpal Wabbit's daemon. It writes each example to a log before it answers, so that a crash loses nothing. " +
        'On SIGTERM or SIGINT it answers the requests that it has accepted, saves, and ends. Needs the package @ol/server.',
    )
    .argument('[MODEL]', 'the file of the model, which is written when the server stops')
    .option('--new', 'begin with a new model, or continue with the model of --store')
  addServeFlags(command)
  addReadingFlags(addLinkFlag(addModelFlags(addCommonFlags(command))))
  command.addHelpText(
    'after',
    `
Examples:
  ol-cli serve clicks.ol
  ol-cli serve --new --loss logistic --store clicks.store --port 8080
  ol-cli serve clicks.ol --no-learn --host 0.0.0.0 --token-file token.txt
  curl localhost:8080/learn -d '{"features":{"hour":9,"city":"oslo"},"label":1}' -H 'content-type: application/json'`,
  )
  addBriefHelp(command, {
    'The model': {
      '--new': 'begin with a new model, or continue with the model of --store',
      '--loss': 'the loss of a new model',
      '--rule': 'the update rule of a new model',
      '--no-learn': 'predict and explain alone',
    },
    'What is kept': {
      '--store': 'the folder of log and snapshots (default: MODEL.store)',
      '--durable':
        'on the disk before the answer (always), within a second (interval), or when the system writes it (never)',
      '--expire-as': 'the label learned where none has come in time',
    },
    Connections: {
      '--port': 'the port of HTTP (default: 8080)',
      '--host': 'the address (default: this machine alone)',
      '--lines-port': "a port for the line protocol of Vowpal Wabbit's daemon",
      '--token-file': 'the token that each request must bear',
    },
  })
  command.action(serveModel)
}

async function serveModel(model: string | undefined, flags: Flags): Promise<void> {
  const { new: fresh = false, backend, quiet, json } = flags
  if (fresh === (model !== undefined))
    throw usageError(
      'serve needs either a MODEL or --new: ol-cli serve clicks.ol, or ol-cli serve --new --loss logistic --store clicks.store',
    )
  const { backend: _, ...learner } = learnerOptions(flags)
  const given = { ...learner, mostClasses: flags.mostClasses, ...readOptions(flags) }
  const named = Object.entries(given).find(([, value]) => value !== undefined)
  if (!fresh && named !== undefined)
    throw usageError(`${named[0]} is an option of a new model: a MODEL has its own`)
  const options = serveOptions(flags)
  if (fresh && flags.store === undefined)
    throw usageError('--new needs --store FOLDER, where it keeps what it learns, or --no-store')
  if (options.host !== undefined && !loopback.has(options.host) && options.token === undefined)
    throw usageError(
      `--host ${options.host} needs --token-file FILE: everybody who reaches the port could teach the model`,
    )
  // a swapped model leaves megabytes outside the heap, so V8 would mark the heap after every second swap
  tuneGarbageCollection()
  const { serve } = await loadServer()
  await interruptible(async (stop) => {
    const server = await serve({
      ...options,
      backend,
      ...(fresh ? { new: given } : { model }),
      onNotice: (text) => say(text),
    })
    if (json === true) printJson({ command: 'serve', address: server.address, linesPort: server.linesPort })
    else if (quiet !== true) process.stderr.write(plain(startText(server)))
    await new Promise<void>((resolve) => stop.addEventListener('abort', () => resolve(), { once: true }))
    if (quiet !== true) say(`${signalOf(stop)}: answering what was accepted, and saving`)
    await server.stop()
  })
}

function startText({ address, linesPort, service }: Server): string {
  const { rule, loss, examples } = service.model.learner
  const lines = linesPort === undefined ? '' : `, lines at 127.0.0.1:${linesPort}`
  const store = service.store === undefined ? 'nothing is kept' : `the log has ${service.store.last} examples`
  return `Serving ${rule}, ${loss} loss, ${examples} examples, at ${address}${lines}; ${store}\n`
}

function say(text: string): void {
  process.stderr.write(`ol-cli: ${plain(text)}\n`)
}
