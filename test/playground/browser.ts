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

/** Headless Chromium, driven over the pipe of its debugging protocol. */
export class Browser {
  readonly #process: ChildProcess
  readonly #profile: string
  readonly #waiting = new Map<number, (message: Message) => void>()
  #count = 0

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
    this.#process = spawn(command, [...flags, profile, '--remote-debugging-pipe', 'about:blank'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    })
    let text = ''
    ;(this.#process.stdio[4] as Readable).setEncoding('utf8').on('data', (piece: string) => {
      const messages = (text + piece).split('\0')
      text = messages.pop() ?? ''
      for (const message of messages.map((one) => JSON.parse(one) as Message))
        this.#waiting.get(message.id ?? -1)?.(message)
    })
  }

  /** Opens a page with storage of its own. */
  async open(url: string): Promise<Page> {
    const { browserContextId } = await this.send('Target.createBrowserContext')
    const { targetId } = await this.send('Target.createTarget', { url, browserContextId })
    const { sessionId } = await this.send('Target.attachToTarget', { targetId, flatten: true })
    return new Page(this, sessionId as string, browserContextId as string)
  }

  /** Sends a command of the protocol, to a page or to the browser. */
  send(method: string, params: object = {}, sessionId?: string): Promise<Record<string, unknown>> {
    const id = ++this.#count
    ;(this.#process.stdio[3] as Writable).write(`${JSON.stringify({ id, method, params, sessionId })}\0`)
    return new Promise((done, fail) => {
      this.#waiting.set(id, ({ result, error }) => {
        this.#waiting.delete(id)
        if (error !== undefined) fail(new Error(`${method}: ${error.message}`))
        else done(result ?? {})
      })
    })
  }

  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.#process.once('exit', resolve))
    // a killed browser leaves processes that still write to the profile, which then cannot be removed
    this.send('Browser.close').catch(() => this.#process.kill('SIGKILL'))
    await ended
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

export class Page {
  readonly #browser: Browser
  readonly #session: string
  readonly #context: string

  constructor(browser: Browser, session: string, context: string) {
    this.#browser = browser
    this.#session = session
    this.#context = context
  }

  send(method: string, params: object = {}): Promise<Record<string, unknown>> {
    return this.#browser.send(method, params, this.#session)
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
    for (let k = 0; k < 3000; k++) {
      if ((await this.value(expression)) === true) return
      await new Promise((resume) => setTimeout(resume, 20))
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

  /** Shows the page in a size and a colour scheme. */
  async show(width: number, height: number, scheme: 'light' | 'dark'): Promise<void> {
    await this.send('Emulation.setDeviceMetricsOverride', {
      width,
      height,
      deviceScaleFactor: 1,
      mobile: false,
    })
    await this.send('Emulation.setEmulatedMedia', {
      features: [{ name: 'prefers-color-scheme', value: scheme }],
    })
  }

  /** Returns a PNG of the page. */
  async picture(): Promise<Buffer> {
    const { data } = await this.send('Page.captureScreenshot', { captureBeyondViewport: true })
    return Buffer.from(data as string, 'base64')
  }

  async close(): Promise<void> {
    await this.#browser.send('Target.disposeBrowserContext', { browserContextId: this.#context })
  }
}
