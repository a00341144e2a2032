import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'

export const chromium: string | undefined = ['chromium', 'chromium-browser', 'google-chrome'].find(
  (name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0,
)

interface Message {
  readonly id?: number
  readonly result?: Record<string, unknown>
  readonly error?: { readonly message: string }
}

/** A page in headless Chromium, driven over the pipe of its debugging protocol. */
export class Page {
  readonly #browser: ChildProcess
  readonly #profile: string
  readonly #waiting = new Map<number, (message: Message) => void>()
  #count = 0
  #session: string | undefined

  constructor(command: string) {
    this.#profile = mkdtempSync(join(tmpdir(), 'ol-chromium-'))
    const flags = [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--no-first-run',
    ]
    const profile = `--user-data-dir=${this.#profile}`
    this.#browser = spawn(command, [...flags, profile, '--remote-debugging-pipe', 'about:blank'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    })
    let text = ''
    ;(this.#browser.stdio[4] as Readable).setEncoding('utf8').on('data', (piece: string) => {
      const messages = (text + piece).split('\0')
      text = messages.pop() ?? ''
      for (const message of messages.map((one) => JSON.parse(one) as Message))
        this.#waiting.get(message.id ?? -1)?.(message)
    })
  }

  static async open(command: string, url: string): Promise<Page> {
    const page = new Page(command)
    const { targetId } = await page.send('Target.createTarget', { url })
    const { sessionId } = await page.send('Target.attachToTarget', { targetId, flatten: true })
    page.#session = sessionId as string
    return page
  }

  /** Sends a command of the protocol. */
  send(method: string, params: object = {}): Promise<Record<string, unknown>> {
    const id = ++this.#count
    const session = this.#session === undefined ? {} : { sessionId: this.#session }
    ;(this.#browser.stdio[3] as Writable).write(`${JSON.stringify({ id, method, params, ...session })}\0`)
    return new Promise((done, fail) => {
      this.#waiting.set(id, ({ result, error }) => {
        this.#waiting.delete(id)
        if (error !== undefined) fail(new Error(`${method}: ${error.message}`))
        else done(result ?? {})
      })
    })
  }

  /** Returns the value of an expression in the page. */
  async value(expression: string): Promise<unknown> {
    const { result } = await this.send('Runtime.evaluate', {
      expression,
      returnByValue: true,
      awaitPromise: true,
    })
    return (result as { readonly value?: unknown }).value
  }

  /** Waits until an expression is true. */
  async until(expression: string): Promise<void> {
    for (let k = 0; k < 600; k++) {
      if ((await this.value(expression)) === true) return
      await new Promise((resume) => setTimeout(resume, 100))
    }
    throw new Error(
      `this did not become true: ${expression}; the page says: ${await this.value('document.body.innerText')}`,
    )
  }

  /** Chooses a file in an `<input type="file">`. */
  async choose(selector: string, file: string): Promise<void> {
    const { root } = await this.send('DOM.getDocument')
    const { nodeId } = root as { readonly nodeId: number }
    const found = await this.send('DOM.querySelector', { nodeId, selector })
    await this.send('DOM.setFileInputFiles', { files: [file], nodeId: found.nodeId })
  }

  /** Shows the page in a size and a colour scheme, and returns a PNG of it. */
  async picture(width: number, height: number, scheme: 'light' | 'dark'): Promise<Buffer> {
    await this.send('Emulation.setDeviceMetricsOverride', {
      width,
      height,
      deviceScaleFactor: 1,
      mobile: false,
    })
    await this.send('Emulation.setEmulatedMedia', {
      features: [{ name: 'prefers-color-scheme', value: scheme }],
    })
    const { data } = await this.send('Page.captureScreenshot', { captureBeyondViewport: true })
    return Buffer.from(data as string, 'base64')
  }

  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.#browser.once('exit', resolve))
    // a killed browser leaves processes that still write to the profile, which then cannot be removed
    this.#session = undefined
    this.send('Browser.close').catch(() => this.#browser.kill('SIGKILL'))
    await ended
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5 })
  }
}
