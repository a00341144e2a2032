import { readFileSync } from 'node:fs'
import * as os from 'node:os'
import { OLError } from '@ol/spec'
import type { MemoryFacts } from '../contract.js'
import { env } from './machine.js'

/** Whether `memory` and `memoryFacts` know the machine: not in browsers. */
export const knowsMemory: boolean = true

/** Returns the bytes of memory that are left for this process; Infinity where unknown. */
export function memory(): number {
  return memoryFacts().left
}

/**
 * Returns the memory that is left: the smallest of the machine's free memory, the memory left within the control groups
 * of this process (as set by containers), and the memory left within OL_MAX_MEMORY. Page cache counts as free.
 */
export function memoryFacts(read: (path: string) => string = readText): MemoryFacts {
  const given = env('OL_MAX_MEMORY')
  const found: MemoryFacts[] = [ofMachine(), ...groupsOf(read)]
  if (given !== undefined && given !== '') {
    const total = bytesOf(given)
    found.push({ where: 'OL_MAX_MEMORY', total, left: Math.max(0, total - process.memoryUsage.rss()) })
  }
  return found.reduce((least, one) => (one.left < least.left ? one : least))
}

function ofMachine(): MemoryFacts {
  try {
    // MemAvailable under Linux
    return { where: 'this machine', total: os.totalmem(), left: os.freemem() }
  } catch {
    return { where: 'this machine', total: Number.POSITIVE_INFINITY, left: Number.POSITIVE_INFINITY }
  }
}

/** The files of the two versions of control groups. */
const versions = [
  {
    controller: '',
    root: '/sys/fs/cgroup',
    limit: 'memory.max',
    used: 'memory.current',
    cache: /^(?:in)?active_file (\d+)$/gm,
  },
  {
    controller: 'memory',
    root: '/sys/fs/cgroup/memory',
    limit: 'memory.limit_in_bytes',
    used: 'memory.usage_in_bytes',
    cache: /^total_(?:in)?active_file (\d+)$/gm,
  },
] as const

/** Returns the memory left within each control group that has a limit: the groups around a group limit it too. */
function groupsOf(read: (path: string) => string): MemoryFacts[] {
  const facts: MemoryFacts[] = []
  for (const line of read('/proc/self/cgroup').split('\n')) {
    const [, , controllers, path] = /^(\d+):([^:]*):(.*)$/.exec(line) ?? []
    const version = versions.find(({ controller }) => controllers?.split(',').includes(controller))
    if (version === undefined || path === undefined) continue
    const parts = path.split('/').filter((part) => part !== '')
    for (let depth = parts.length; depth >= 0; depth--) {
      const folder = [version.root, ...parts.slice(0, depth)].join('/')
      const total = numberOf(read(`${folder}/${version.limit}`))
      const used = numberOf(read(`${folder}/${version.used}`))
      // a group without a limit says max, or a number that no machine has
      if (total === undefined || used === undefined || total > 2 ** 60) continue
      const cached = [...read(`${folder}/memory.stat`).matchAll(version.cache)]
      const cache = cached.reduce((sum, [, bytes]) => sum + Number(bytes), 0)
      facts.push({ where: 'this container', total, left: Math.max(0, total - Math.max(0, used - cache)) })
    }
  }
  return facts
}

function numberOf(text: string): number | undefined {
  return /^\d+\n?$/.test(text) ? Number(text) : undefined
}

const units = { '': 1, k: 2 ** 10, m: 2 ** 20, g: 2 ** 30, t: 2 ** 40 }

function bytesOf(text: string): number {
  const parts = /^(\d+(?:\.\d+)?)([kmgt]?)$/i.exec(text)
  if (parts !== null) return Number(parts[1]) * units[parts[2].toLowerCase() as keyof typeof units]
  throw new OLError(
    'OL_PARAMETER',
    `Expected bytes such as 500m or 4g for OL_MAX_MEMORY but received ${JSON.stringify(text)}`,
    { value: text, expected: 'bytes such as 500m or 4g' },
  )
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
