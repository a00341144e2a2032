import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { bin, json, ol, temporaryFolder } from './run.js'

const folder = temporaryFolder()

describe('experiment', () => {
  it('lists the experiments', () => {
    const { experiments } = json(ol(['experiment', 'list', '--json']))
    const ids = (experiments as { id: string }[]).map(({ id }) => id)
    expect(ids).toEqual(expect.arrayContaining(['table1', 'table2', 'table3', 'figure1', 'streeter-table1']))
    expect(ol(['experiment', 'list']).stdout).toContain('Normalized Online Learning')
  })

  it('writes pages and prints the table', () => {
    const out = folder.path('out')
    const ran = ol(['experiment', 'figure1', '--out', out])
    expect(ran.code).toBe(0)
    expect(ran.stdout).toContain('Figure 1: two features')
    expect(ran.stderr).toContain(`Pages in ${out}`)
    expect(readFileSync(folder.path('out/figure1.html'), 'utf8')).toContain('<svg')
  })

  it('prints one JSON object', () => {
    const ran = ol(['experiment', 'adagrad-diagonal', '--out', folder.path('json'), '--json'])
    const { command, reports } = json(ran)
    expect(command).toBe('experiment')
    expect(reports).toMatchObject([{ id: 'adagrad-diagonal', seeds: [1] }])
  })

  it('asks for the data', () => {
    const ran = ol(['experiment', 'table2'])
    expect(ran.code).toBe(2)
    expect(ran.stderr).toContain('--data DIR')
  })

  it('refuses an unknown one, and names the known ones', () => {
    const ran = ol(['experiment', 'table9'])
    expect(ran.code).toBe(2)
    expect(ran.stderr).toMatch(/table9.*OL_PARAMETER/)
  })

  it('stops at once on a signal, keeps its results, and continues from there', async () => {
    const args = ['experiment', 'streeter-lower-bound', '--threads', '1', '--out', folder.path('stopped')]
    const child = spawn(process.execPath, [bin, ...args], { stdio: ['ignore', 'ignore', 'pipe'] })
    let err = ''
    child.stderr.setEncoding('utf8').on('data', (text) => {
      err += text
    })
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
    const kept = (): string[] => {
      const cache = folder.path('stopped/cache')
      return existsSync(cache) ? readdirSync(cache).filter((name) => name.endsWith('.json')) : []
    }
    while (kept().length === 0) await new Promise((resolve) => setTimeout(resolve, 20))
    child.kill('SIGINT')
    expect(await ended).toBe(130)
    expect(err).toContain(`to resume from ${folder.path('stopped')}`)
    const first = kept()
    expect(first.length).toBeLessThan(8)
    const times = first.map((name) => statSync(folder.path(`stopped/cache/${name}`)).mtimeMs)
    expect(ol(args).code).toBe(0)
    expect(kept()).toHaveLength(8)
    expect(first.map((name) => statSync(folder.path(`stopped/cache/${name}`)).mtimeMs)).toEqual(times)
  })

  it('says which data are missing, and is not stopped by it', () => {
    folder.put('shuttle.trn.gz', gzipSync('1 2 3 4 5 6 7 8 9 1\n'))
    folder.put('shuttle.tst.gz', gzipSync('1 2 3 4 5 6 7 8 9 1\n'))
    const ran = ol(['experiment', 'table1', '--data', folder.path('.'), '--out', folder.path('missing')])
    expect(ran.code).toBe(0)
    expect(ran.stdout).toMatch(/bank .*not there/)
  })

  it.each(['nothing', '.'])('makes no table where none of its data are there: %s', (data) => {
    mkdirSync(folder.path('nowhere'), { recursive: true })
    const out = folder.path('none')
    const ran = ol(['experiment', 'table2', '--data', join(folder.path('nowhere'), data), '--out', out])
    expect(ran.code).toBe(66)
    expect(ran.stdout).toBe('')
    expect(ran.stderr).toContain(join(folder.path('nowhere'), data))
    expect(ran.stderr).toMatch(/ol-cli datasets fetch bank .*OL_FILE_MISSING/)
    expect(existsSync(out)).toBe(false)
  })
})

describe('datasets', () => {
  it('lists sets and which of them are present', () => {
    folder.put('shuttle.trn.gz', gzipSync('1 2 3 4 5 6 7 8 9 1\n'))
    const data = folder.path('.')
    expect(ol(['datasets', 'list', '--data', data]).stdout).toMatch(/shuttle .*: there\n/)
    const { datasets } = json(ol(['datasets', 'list', '--data', data, '--json']))
    const states = new Map(
      (datasets as { id: string; found: { state: string } }[]).map((one) => [one.id, one.found.state]),
    )
    expect([states.get('shuttle'), states.get('bank')]).toEqual(['whole', 'missing'])
  })

  it('detects a file with wrong contents', () => {
    const ran = ol(['datasets', 'check', '--data', folder.path('.')])
    expect(ran.code).toBe(65)
    expect(ran.stdout).toMatch(/shuttle\.trn\.gz: WRONG/)
  })

  it('names the file of a requested set that is missing, and the command to download it', () => {
    const ran = ol(['datasets', 'check', 'bank', '--data', folder.path('.')])
    expect(ran.code).toBe(66)
    expect(ran.stderr).toContain('bank-full.csv.gz; ol-cli datasets fetch bank downloads it')
  })

  it('says which data nobody publishes', () => {
    for (const command of ['check', 'fetch']) {
      const ran = ol(['datasets', command, 'electricity', '--data', folder.path('.')])
      expect(ran.stderr).toContain('electricity.csv.gz')
      expect(ran.stderr).toContain('by hand')
      expect(ran.stderr).not.toContain('downloads it')
      expect(ran.code).toBe(command === 'check' ? 66 : 69)
    }
  })

  it('refuses to take a wrong file for a set that was fetched', () => {
    const ran = ol(['datasets', 'fetch', 'shuttle', '--data', folder.path('.')])
    expect(ran.code).toBe(65)
    expect(ran.stderr).toContain('OL_FILE_CHECKSUM')
  })
})
