import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { chromium } from 'playwright-core'
import { preview } from 'vite'

// The built page in Chromium. OL_PICTURES=FOLDER keeps what it looks like.

const places = [process.env.CHROMIUM ?? '', '/usr/bin/chromium', '/usr/bin/google-chrome']
const executablePath = places.find((path) => existsSync(path))
let server
let browser
let page
const faults = []

before(async () => {
  assert.ok(executablePath, 'Chromium is not installed; CHROMIUM says where it is')
  server = await preview({ root: import.meta.dirname, preview: { port: 0, host: '127.0.0.1' } })
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  page = await browser.newPage()
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  page.on('pageerror', (error) => faults.push(error.message))
  await page.goto(server.resolvedUrls.local[0])
})
after(async () => {
  await browser?.close()
  await server?.close()
})

/** Writes a note and presses a list. */
async function put(text, list) {
  await page.fill('#note', text)
  await page.click(`#lists button:text-matches("^${list} ")`)
}
const likely = async (text) => {
  await page.fill('#note', text)
  return (await page.textContent('.likely')).split(' ')[0]
}

test('learns from choices, with a list that is new', async () => {
  for (const [text, list] of [
    ['water the plants', 'home'],
    ['send the report to the client', 'work'],
    ['paint the kitchen', 'home'],
    ['prepare slides for the client', 'work'],
  ])
    await put(text, list)
  await page.click('summary')
  for (const text of ['buy bread', 'buy milk and bread']) {
    await page.fill('#note', text)
    await page.fill('#name', 'shop')
    await page.click('#add')
  }
  assert.equal(await likely('buy coffee'), 'shop')
  assert.equal(await likely('call the client about slides'), 'work')
  assert.equal(await likely('water the kitchen plants'), 'home')
  if (process.env.OL_PICTURES !== undefined)
    await page.screenshot({ path: `${process.env.OL_PICTURES}/browser-page.png` })
})

test('takes the suggestion on Enter', async () => {
  await page.fill('#note', 'buy sugar')
  await page.press('#note', 'Enter')
  assert.equal(await page.textContent('#filed li'), 'shop: buy sugar')
})

test('knows all of it after a reload', async () => {
  await page.waitForFunction(async () => {
    const folder = await navigator.storage.getDirectory()
    const handle = await folder.getFileHandle('notes.ol').catch(() => undefined)
    return handle !== undefined && (await handle.getFile()).size > 0
  })
  await page.reload()
  await page.waitForSelector('#lists button')
  assert.equal(await page.textContent('#status'), 'Has learned from 7 notes.')
  assert.equal(await likely('bread'), 'shop')
})

test('shows text of users as text, and forgets on request', async () => {
  await page.fill('#note', '<img src=x onerror=alert(1)>')
  await page.click('#lists button')
  assert.equal(await page.locator('#filed img').count(), 0)
  await Promise.all([page.waitForEvent('load'), page.click('#forget')])
  await page.waitForSelector('#lists button')
  assert.deepEqual(await page.locator('#lists button').allTextContents(), ['home', 'work'])
  assert.equal(await page.textContent('#status'), '')
  assert.deepEqual(faults, [])
})
