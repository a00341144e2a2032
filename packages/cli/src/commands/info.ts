import { backendInfo } from '@ol/core'
import { sizeText } from '@ol/core/internal'
import { type MemoryFacts, memoryFacts } from '@ol/platform'
import {
  type DescribedModifier,
  type DescribedRule,
  describedLosses,
  describedModifiers,
  describedRules,
  paramText,
  rangeText,
} from '@ol/spec'
import type { Command } from 'commander'
import { addCommonFlags, type CommonFlags } from '../flags/common.js'
import { jsonLine, plain } from '../output/plain.js'
import { version } from './version.js'

export function infoCommand(program: Command): void {
  const command = program
    .command('info')
    .summary('version, backend, rules, losses')
    .description('Prints the version, which backend runs and why, and the tables of rules and losses.')
  addCommonFlags(command)
  command.addHelpText('after', '\nExamples:\n  ol-cli info\n  ol-cli info --backend native --json')
  command.action(info)
}

function info(flags: CommonFlags): void {
  const { name, requested, note } = backendInfo(flags.backend)
  const facts = {
    command: 'info',
    version,
    backend: name,
    requested,
    // the former name, for one version
    asked: requested,
    note: note ?? null,
    runtime: `Node.js ${process.versions.node}`,
    platform: `${process.platform}-${process.arch}`,
    memory: memoryFacts(),
    rules: Object.values(describedRules),
    modifiers: Object.values(describedModifiers),
    losses: Object.values(describedLosses),
  }
  if (flags.json === true) process.stdout.write(jsonLine(facts))
  else process.stdout.write(`${plain(asText(facts).join('\n'))}\n`)
}

function asText(facts: {
  readonly version: string
  readonly backend: string
  readonly requested: string
  readonly note: string | null
  readonly runtime: string
  readonly platform: string
  readonly memory: MemoryFacts
}): string[] {
  const why =
    facts.note === null ? `requested: ${facts.requested}` : `requested: ${facts.requested}; ${facts.note}`
  return [
    `ol-cli         ${facts.version}`,
    `backend        ${facts.backend} (${why})`,
    `runtime        ${facts.runtime}, ${facts.platform}`,
    `memory         ${sizeText(facts.memory.left)} left of ${sizeText(facts.memory.total)} (${facts.memory.where})`,
    '',
    'Rules',
    ...Object.values(describedRules).flatMap(linesOf),
    '',
    'Modifiers of rules',
    ...Object.values(describedModifiers).flatMap((modifier) => [
      ...linesOf(modifier),
      `  ${''.padEnd(10)} with ${Object.keys(modifier.codes).join(', ')}`,
    ]),
    '',
    'Losses',
    ...Object.values(describedLosses).flatMap((loss) => [
      `  ${loss.id.padEnd(10)} ${loss.formula}: ${loss.description}`,
      ...loss.params.map(
        (p) => `  ${''.padEnd(10)} ${p.name} = ${paramText(p, p.default)} (${rangeText(p)})`,
      ),
    ]),
  ]
}

/** Returns what there is to read about a rule or a modifier, and its parameters. */
function linesOf(entry: DescribedRule | DescribedModifier): string[] {
  return [
    `  ${entry.id.padEnd(10)} ${entry.title}: ${entry.description}`,
    ...entry.formula.split('\n').map((line) => `  ${''.padEnd(10)} ${line}`),
    `  ${''.padEnd(10)} ${entry.paper}`,
    ...entry.params.map((p) => `  ${''.padEnd(10)} ${p.name} = ${paramText(p, p.default)} (${rangeText(p)})`),
  ]
}
