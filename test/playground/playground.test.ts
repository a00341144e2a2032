import { spawnSync } from 'node:child_process'
import { createReadStream, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { json, ol, root, sample, temporaryFolder } from '../cli/run.js'
import { Browser, chromium } from './browser.js'

// The page of `npm run playground` in Chromium, where there is one. OL_PICTURES=FOLDER keeps what it looks like.

const folder = temporaryFolder()
const dist = join(root, 'playground', 'dist')
const types: Record<string, string> = { html: 'text/html', js: 'text/javascript', css: 'text/css' }
let server: Server
let browser: Browser
let address = ''

beforeAll(async () => {
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts', 'playground.mjs')], {
    encoding: 'utf8',
  })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  server = createServer(({ url = '/' }, response) => {
    const file = join(dist, url === '/' ? 'index.html' : url)
    response.statusCode = existsSync(file) ? 200 : 404
    response.setHeader('content-type', types[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream')
    if (existsSync(file)) createReadStream(file).pipe(response)
    else response.end()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}, 120_000)
afterAll(() => server?.close())

describe.runIf(chromium !== undefined)('the playground', () => {
  beforeAll(() => {
    browser = new Browser(chromium ?? '')
  })
  afterAll(() => browser.close())

  test('learns from a file, draws, explains an example, and its model equals the command line', async () => {
    const page = await browser.open(address)
    try {
      await page.until("document.querySelector('#file') !== null && document.readyState === 'complete'")
      await page.choose('#file', sample)
      await page.until("!document.querySelector('#learn').disabled")
      expect(await page.value("document.querySelector('#label').value")).toBe('y')
      await page.value("document.querySelector('#learn').click()")
      await page.until("!document.querySelector('#downloads').hidden")
      expect(await page.value("document.querySelector('#status').textContent")).toMatch(
        /^Trained on 4,521 rows of bank\.csv\.gz in /,
      )
      const text = (await page.value("document.querySelector('#report').innerText")) as string
      // the report of the command line, except for times and versions
      const report = folder.path('report.html')
      const ownModel = folder.path('own.ol')
      json(ol(['train', sample, '--label', 'y', '--report', report, '-o', ownModel, '--json']))
      const own = readFileSync(report, 'utf8')
      for (const name of ['Metrics', 'Curves', 'Confusion', 'Top features', 'Columns'])
        expect([text, own]).toEqual([expect.stringContaining(name), expect.stringContaining(name)])
      const [table] = /<table aria-label="Each row was predicted.*?<\/table>/s.exec(own) ?? []
      expect(await page.value("document.querySelector('#report table').outerHTML")).toBe(table)

      await page.value("document.querySelector('#predict').click()")
      await page.until("document.querySelector('#prediction').textContent.startsWith('Prediction')")
      expect(await page.value("document.querySelector('#prediction').textContent")).toMatch(
        /^Prediction: (yes|no), probability 0\.\d+$/,
      )
      expect(await page.value("document.querySelectorAll('#explanation tr').length")).toBeGreaterThan(10)

      const bytes = (await page.value(
        "fetch(document.querySelector('#download').href).then((r) => r.arrayBuffer()).then((b) => Array.from(new Uint8Array(b)))",
      )) as number[]
      const model = folder.path('page.ol')
      writeFileSync(model, Uint8Array.from(bytes))
      const scores = (of: string): string => ol(['predict', sample, '--model', of]).stdout
      expect(scores(model)).toBe(scores(ownModel))

      for (const [width, height] of [
        [1100, 1000],
        [390, 1500],
      ])
        for (const scheme of ['light', 'dark'] as const) {
          await page.show(width, height, scheme)
          expect(await page.value('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
          if (process.env.OL_PICTURES !== undefined)
            writeFileSync(join(process.env.OL_PICTURES, `${width}-${scheme}.png`), await page.picture())
        }
    } finally {
      await page.close()
    }
  }, 120_000)

  test.each([
    [0, 'Binary classification, positive class yes'],
    [1, 'Multiclass classification, 3 classes'],
    [2, 'Regression: the label is a number'],
  ])(
    'learns the bundled sample at a click, also as a file without a server: %i',
    async (sampleNumber, task) => {
      const page = await browser.open(pathToFileURL(join(dist, 'index.html')).href)
      try {
        await page.until("document.querySelectorAll('#samples button').length === 3")
        await page.value(`document.querySelectorAll('#samples button')[${sampleNumber}].click()`)
        await page.until("!document.querySelector('#downloads').hidden")
        expect(await page.value("document.querySelector('#report').innerText")).toContain(task)
        expect(await page.value("document.querySelector('#report').innerText")).not.toMatch(
          /undefined|NaN|\[object/,
        )
      } finally {
        await page.close()
      }
    },
    120_000,
  )

  test('reports the fault of a file', async () => {
    const file = folder.path('empty.csv')
    writeFileSync(file, 'a,b\n')
    const page = await browser.open(address)
    try {
      await page.until("document.querySelector('#file') !== null && document.readyState === 'complete'")
      await page.choose('#file', file)
      await page.until("!document.querySelector('#learn').disabled")
      await page.value("document.querySelector('#learn').click()")
      await page.until("document.querySelector('#status').className === 'error'")
      expect(await page.value("document.querySelector('#status').textContent")).not.toBe('')
    } finally {
      await page.close()
    }
  }, 120_000)
})
