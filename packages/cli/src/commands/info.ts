import { backendInfo } from '@ol/core'
import { sizeText } from '@ol/core/internal'
import { type MemoryFacts, memoryFacts } from '@ol/platform'
import { describedLosses, describedModifiers, describedRules, formatNames } from '@ol/spec'
import type { Command } from 'commander'
import { addCommonFlags, type CommonFlags } from '../flags/common.js'
import { plain, printJson } from '../output/plain.js'
import { version } from './version.js'

export function infoCommand(program: Command): void {
  const command = program
    .command('info')
    .summary('version, backend, memory')
    .description(
      'Prints the version, which backend runs and why, and the memory that is left. --json also has the tables of rules and losses.',
    )
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
  if (flags.json === true) printJson(facts)
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
  const language = facts.backend === 'native' ? 'C++' : 'TypeScript'
  const why =
    facts.note === null ? `requested: ${facts.requested}` : `requested: ${facts.requested}; ${facts.note}`
  const own = Object.values(describedRules).filter((rule) => rule.extends === undefined)
  return [
    `ol-cli         ${facts.version}`,
    `backend        ${facts.backend}, ${language} (${why})`,
    `runtime        ${facts.runtime}, ${facts.platform}`,
    `memory         ${sizeText(facts.memory.left)} left of ${sizeText(facts.memory.total)} (${facts.memory.where})`,
    `rules          ${own.length}: ol-cli help rules`,
    `losses         ${Object.keys(describedLosses).length}: ol-cli help losses`,
    `formats        ${formatNames.length}: ol-cli help formats`,
    'help           ol-cli help, ol-cli COMMAND -h',
  ]
}
