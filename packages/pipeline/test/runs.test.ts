import { spawnSync } from 'node:child_process'
import { appendFileSync, closeSync, openSync, readdirSync, readlinkSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Notice, ProgressRow } from '@ol/pipeline'
import { convert, evaluate, load, search, stats, train } from '@ol/pipeline'
import { describe, expect, test } from 'vitest'
import { backends, temporaryFolder, visits, visitsCsv } from './data.js'

const folder = temporaryFolder()
const csv = folder.put('visits.csv', visitsCsv(3000))
const reading = { label: 'bought', tag: 'id' }
const options = { ...reading, loss: 'logistic', bits: 12 } as const
const bin = join(fileURLToPath(new URL('../../..', import.meta.url)), 'packages', 'cli', 'bin', 'ol-cli.js')

/** Files in the folder of the tests that this process has open. */
function openFiles(): string[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`)
      return path.startsWith(folder.path('')) ? [path] : []
    } catch {
      return []
    }
  })
}
const temporary = (): string[] => folder.names().filter((name) => name.endsWith('.tmp'))

describe('progress', () => {
  test('is an async iterable, and a callback, of plain values', async () => {
    const called: ProgressRow[] = []
    const running = train(csv, { rule: 'nag', ...options, onProgress: (row) => called.push(row) })
    const rows: ProgressRow[] = []
    for await (const row of running) rows.push(row)
    const { report } = await running
    expect(rows.map(({ examples }) => examples)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048])
    expect(rows).toEqual(called)
    expect(JSON.parse(JSON.stringify(rows[3]))).toEqual(rows[3])
    expect(rows.at(-1)?.averageLoss).not.toBe(report.averageLoss)
    const every = train(csv, { rule: 'nag', ...options, schedule: { every: 1000 } })
    const counts: number[] = []
    for await (const { examples } of every) counts.push(examples)
    expect(counts).toEqual([1000, 2000, 3000])
  })

  test('a loop that ends early does not end the run; one that starts late misses only earlier events', async () => {
    const running = train(csv, { rule: 'nag', ...options })
    for await (const { examples } of running) if (examples >= 4) break
    expect((await running).report.examples).toBe(3000)
    for await (const _ of running) throw new Error('the run is over')
  })

  test('throws what the run throws', async () => {
    const running = train(folder.path('none.csv'), options)
    const listen = async (): Promise<void> => {
      for await (const _ of running);
    }
    await expect(listen()).rejects.toMatchObject({ code: 'OL_FILE_MISSING' })
    await expect(running).rejects.toMatchObject({ code: 'OL_FILE_MISSING' })
  })

  test('of a search has the passes', async () => {
    const running = search(csv, { ...options, passes: 2, lanes: 3, grid: { learningRate: [0.1, 1] } })
    const kinds: string[] = []
    for await (const { kind, pass } of running) kinds.push(`${kind} ${pass}`)
    expect(kinds).toEqual(['tables 1', 'trials 1', 'tables 2', 'trials 2'])
  })
})

describe('an abort', () => {
  const why = new Error('enough')

  test.each(backends)(
    'in the middle of a training ends it with its reason, and leaves nothing (%s)',
    async (backend) => {
      const controller = new AbortController()
      const cache = folder.path(`aborted-${backend}.olcache`)
      let seen = 0
      const running = train(csv, {
        rule: 'nag',
        ...options,
        backend,
        chunkBytes: 4096,
        cache,
        passes: 3,
        signal: controller.signal,
        observe: () => ({
          add: ({ batch }) => {
            seen += batch.size
            if (seen > 1000) controller.abort(why)
          },
        }),
      })
      await expect(running).rejects.toBe(why)
      const soFar = running.soFar()
      expect(soFar?.report.examples).toBe(seen)
      expect(seen).toBeLessThan(3000)
      // the model so far is complete
      expect((await load(soFar?.model.toBytes() as Uint8Array)).learner.report().examples).toBe(seen)
      expect(folder.names()).not.toContain(`aborted-${backend}.olcache`)
      expect(temporary()).toEqual([])
      expect(openFiles()).toEqual([])
    },
  )

  test.skipIf(process.platform === 'win32')(
    'while a pipe is waited for leaves no cache in the making',
    async () => {
      const pipe = folder.path('pipe.vw')
      spawnSync('mkfifo', [pipe])
      // opening a pipe waits for the other end, which a file that is open for both does not
      const writer = openSync(pipe, 'r+')
      writeSync(writer, '1 | a\n-1 | b\n'.repeat(200))
      const controller = new AbortController()
      const observe = () => ({ add: () => controller.abort(why) })
      const waiting = { format: 'vw', patience: 0, cache: folder.path('pipe.olcache'), observe } as const
      await expect(train(pipe, { rule: 'nag', ...waiting, signal: controller.signal })).rejects.toBe(why)
      expect(folder.names().filter((name) => name.startsWith('pipe.olcache'))).toEqual([])
      writeSync(writer, '1 | a\n')
      closeSync(writer)
      while (openFiles().length > 0) await new Promise((resolve) => setTimeout(resolve, 5))
    },
  )

  test('before the start reads nothing', async () => {
    const signal = AbortSignal.abort(why)
    let read = false
    async function* data(): AsyncGenerator<Uint8Array> {
      read = true
      yield new TextEncoder().encode('1 | a\n')
    }
    await expect(train(data(), { rule: 'nag', signal })).rejects.toBe(why)
    await expect(stats(data(), { signal })).rejects.toBe(why)
    expect(read).toBe(false)
  })

  test('ends a source that would wait for ever, in every operation', async () => {
    async function* waiting(): AsyncGenerator<Uint8Array> {
      yield new TextEncoder().encode('1 | a\n-1 | b\n'.repeat(10))
      await new Promise(() => undefined)
    }
    const { model } = await train(visits(10), { rule: 'nag', loss: 'squared' })
    const format = 'vw' as const
    const begin = (signal: AbortSignal): Record<string, () => PromiseLike<unknown>> => ({
      train: () => train(waiting(), { rule: 'nag', format, patience: 0, signal }),
      evaluate: () => evaluate(waiting(), { model, format, patience: 0, signal }),
      search: () => search(waiting(), { format, patience: 0, passes: 1, signal }),
      stats: () => stats(waiting(), { format, patience: 0, signal }),
      predict: async () => {
        for await (const _ of model.predict(waiting(), { format, patience: 0, signal }));
      },
      convert: async () => {
        for await (const _ of convert(waiting(), { to: 'svmlight', format, patience: 0, signal }));
      },
    })
    // together, because each waits for a while
    const endings = Object.keys(begin(AbortSignal.abort())).map(async (name) => {
      const controller = new AbortController()
      const ended = begin(controller.signal)[name]()
      setTimeout(() => controller.abort(why), 30)
      await expect(ended, name).rejects.toBe(why)
    })
    await Promise.all(endings)
  })

  test('by hand ends a run from its own loop', async () => {
    const running = train(csv, { rule: 'nag', ...options, chunkBytes: 2048, schedule: { every: 1 } })
    let last = 0
    const listen = async (): Promise<void> => {
      for await (const { examples } of running) {
        if (examples === 100) running.abort(why)
        last = examples
      }
    }
    await expect(listen()).rejects.toBe(why)
    expect(last).toBeLessThan(3000)
  })

  test('disposing closes open inputs', async () => {
    const running = train(csv, { rule: 'nag', ...options, passes: 50, cache: false })
    await running[Symbol.asyncDispose]()
    await expect(running).rejects.toMatchObject({ name: 'AbortError' })
    // schema inference takes 1 MiB
    const large = folder.put('large.csv', visitsCsv(200_000))
    const predictions = (await train(csv, { rule: 'nag', ...options })).model.predict(large)
    await predictions.open()
    expect(openFiles()).toEqual(process.platform === 'linux' ? [large] : [])
    await predictions[Symbol.asyncDispose]()
    expect(openFiles()).toEqual([])
  })
})

describe('a run that throws', () => {
  test('leaves no open file, no cache in the making and no temporary file', async () => {
    const bad = folder.put('bad.csv', `${visitsCsv(3000)}x,y,z,1,a\n`)
    const cache = folder.path('bad.olcache')
    const numeric = ['hour', 'price']
    const strict = { ...options, numeric, cache, strict: true, chunkBytes: 4096 }
    await expect(train(bad, strict)).rejects.toMatchObject({ code: 'OL_LINE_TYPE' })
    const thrown = new Error('observer')
    const observe = () => ({
      add: () => {
        throw thrown
      },
    })
    await expect(train(csv, { rule: 'nag', ...options, cache, chunkBytes: 4096, observe })).rejects.toBe(
      thrown,
    )
    await expect(
      convert(bad, { ...reading, numeric, to: 'vw', strict: true }).toFile(folder.path('bad.vw')),
    ).rejects.toMatchObject({ code: 'OL_LINE_TYPE' })
    await expect(
      convert(bad, { ...reading, numeric, to: 'cache', strict: true }).toFile(folder.path('bad.cache')),
    ).rejects.toMatchObject({ code: 'OL_LINE_TYPE' })
    expect(folder.names().filter((name) => /^bad\.(?!csv)/.test(name))).toEqual([])
    expect(temporary()).toEqual([])
    expect(openFiles()).toEqual([])
  })
})

describe('passes', () => {
  test.each(backends)('have a cache, which another label does not meet (%s)', async (backend) => {
    const data = folder.put(`passes-${backend}.csv`, visitsCsv(500))
    const requested = { ...reading, loss: 'squared', backend } as const
    const plain = await train(data, { rule: 'nag', ...requested, passes: 3, cache: false })
    expect(folder.names()).not.toContain(`passes-${backend}.csv.olcache`)
    const first = await train(data, { rule: 'nag', ...requested, passes: 3 })
    expect(folder.names()).toContain(`passes-${backend}.csv.olcache`)
    const second = await train(data, { rule: 'nag', ...requested, passes: 3 })
    for (const run of [first, second]) {
      expect(run.notices).toEqual([])
      expect(run.report.passes).toEqual(plain.report.passes)
      expect(Buffer.from(run.model.toBytes()).equals(plain.model.toBytes())).toBe(true)
    }
    expect(plain.report.passes).toHaveLength(3)
    const notices: Notice[] = []
    const other = await train(data, {
      rule: 'nag',
      ...requested,
      label: 'price',
      passes: 2,
      onNotice: (one) => notices.push(one),
    })
    expect(notices).toMatchObject([{ kind: 'cache-regenerated', reason: expect.stringContaining('label') }])
    expect(other.notices).toEqual(notices)
    expect(other.report.averageLoss).toBe(
      (await train(data, { rule: 'nag', ...requested, label: 'price', passes: 2, cache: false })).report
        .averageLoss,
    )
  })

  test('notice that a file has changed between them', async () => {
    const data = folder.put('changed.vw', '1 | a\n-1 | b\n')
    for (const cache of [false, true]) {
      const onPass = ({ pass }: { readonly pass: number }) => {
        if (pass === 2) appendFileSync(data, '1 | a b\n')
      }
      const own = { rule: 'nag', format: 'vw', holdout: false, passes: 4, cache, onPass } as const
      const { notices } = await train(data, own)
      expect(notices.map(({ kind }) => kind)).toEqual([cache ? 'cache-regenerated' : 'input-changed'])
    }
  })

  test('over bytes and objects need no files; over inputs that are read once they are refused', async () => {
    const bytes = new TextEncoder().encode(visitsCsv(200))
    const file = await train(folder.put('few.csv', visitsCsv(200)), {
      rule: 'nag',
      ...options,
      passes: 2,
      cache: false,
    })
    const { model, report } = await train(bytes, { rule: 'nag', ...options, passes: 2 })
    expect(report.examples).toBe(400)
    expect(Buffer.from(model.toBytes()).equals(file.model.toBytes())).toBe(true)
    expect(
      (await train(visits(200), { rule: 'nag', loss: 'logistic', passes: 2 })).report.passes,
    ).toHaveLength(2)
    await expect(train(visits(9).values(), { rule: 'nag', passes: 2 })).rejects.toThrow(/read only once/)
    await expect(train(visits(9), { rule: 'nag', cache: true })).rejects.toThrow(/cache/)
    await expect(train(csv, { rule: 'nag', ...options, prenormalize: 'max', cache: true })).rejects.toThrow(
      /cache/,
    )
    await expect(train(csv, { rule: 'nag', ...options, passes: 0 })).rejects.toMatchObject({
      code: 'OL_PARAMETER',
    })
  })
})

describe('reports', () => {
  const json = (args: readonly string[]): Record<string, unknown> => {
    const { stdout, stderr } = spawnSync(process.execPath, [bin, ...args, '--json'], { encoding: 'utf8' })
    expect(stderr).toBe('')
    return JSON.parse(stdout) as Record<string, unknown>
  }
  /** As JSON, without what differs from run to run. */
  const plain = (report: object): Record<string, unknown> => {
    const { seconds, model: _, ...rest } = JSON.parse(JSON.stringify(report)) as Record<string, unknown>
    expect(seconds).toBeGreaterThan(0)
    return rest
  }
  const flags = [csv, '--label', 'bought', '--tag', 'id', '--loss', 'logistic', '-b', '12']
  const saved = folder.path('reported.ol')

  test('of a training and of its evaluation are what --json prints', async () => {
    const run = await train(csv, { rule: 'nag', ...options, passes: 2, cache: false })
    const { command, ...printed } = json([
      'train',
      '--rule',
      'nag',
      ...flags,
      '--passes',
      '2',
      '--no-cache',
      '-o',
      saved,
    ])
    expect(command).toBe('train')
    expect(plain(run.report)).toEqual(plain(printed))
    expect(Object.keys(plain(run.report))).toEqual(Object.keys(plain(printed)))
    const { report } = await evaluate(csv, { model: saved })
    const { command: _, ...tested } = json(['test', csv, '-m', saved])
    expect(plain(report)).toEqual(plain(tested))
  })

  test('of classes, a mixture and replicates are, too', async () => {
    const cases = [
      [
        { label: 'city', classes: 3, loss: 'logistic' },
        ['--label', 'city', '--classes', '3', '--loss', 'logistic'],
      ],
      [{ label: 'price', learningRate: 'auto' }, ['--label', 'price', '--learning-rate', 'auto']],
      [
        { label: 'price', rule: 'nag', bootstrap: 5 },
        ['--label', 'price', '--rule', 'nag', '--bootstrap', '5'],
      ],
    ] as const
    for (const [own, args] of cases) {
      const { report } = await train(csv, { rule: 'nag', ...own, ignore: ['id'] })
      const { command: _, ...printed } = json(['train', '--rule', 'nag', csv, ...args, '--ignore', 'id'])
      expect(plain(report)).toEqual(plain(printed))
    }
  })

  test('of predictions, a search, stats and a conversion are', async () => {
    const trained = (await train(csv, options)).model
    await trained.save(saved)
    const predictions = (await load(saved)).predict(csv)
    for await (const _ of predictions);
    const out = folder.path('out.txt')
    const { command: _, output, ...printed } = json(['predict', csv, '-m', saved, '--output', out])
    expect(output).toBe(out)
    expect(plain(predictions.report as object)).toEqual(plain(printed))
    const found = await search(csv, { ...options, passes: 1 })
    const { command: __, ...searched } = json(['search', ...flags, '--passes', '1'])
    expect(plain(found.report)).toEqual(plain(searched))
    const summed = (await stats(csv, reading)).report
    const { command: ___, ...statistics } = json(['stats', ...flags.slice(0, 5)])
    expect(JSON.parse(JSON.stringify(summed))).toEqual(statistics)
    const converted = await convert(csv, { ...reading, to: 'jsonl' }).toFile(out)
    const { command: ____, ...conversion } = json([
      'convert',
      ...flags.slice(0, 5),
      '--to',
      'jsonl',
      '-o',
      out,
    ])
    expect(plain(converted)).toEqual(plain(conversion))
  })

  test('have the skipped lines, and the notices', async () => {
    const bad = folder.put('few-bad.csv', `${visitsCsv(50)}1,2,z,1,a,b\n`)
    const { report, reading: read } = await train(bad, {
      rule: 'nag',
      ...options,
      numeric: ['hour', 'price'],
    })
    expect(report).toMatchObject({ skippedLines: 1, badLines: { OL_LINE_COLUMNS: 1 } })
    expect(read.badLines).toMatchObject([{ file: bad, line: 52, code: 'OL_LINE_COLUMNS' }])
    const unlabelled = folder.put('unlabelled.vw', '| a\n| b\n')
    await expect(train(unlabelled)).rejects.toMatchObject({ code: 'OL_LABEL' })
    const few = await train(
      visits(20).map(({ features }) => ({ features, label: 2 })),
      { rule: 'nag', classes: 3 },
    )
    expect(few.notices).toEqual([{ kind: 'unseen-classes', unseen: ['1', '3'], classes: 3 }])
    const beyond = await train(visits(20), { rule: 'sgd', learningRate: 'auto' })
    expect(beyond.notices).toMatchObject([{ kind: 'learner' }])
  })
})
