import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Opens a page with a module in a browser, and returns what the module posts to `/done`. */
export async function browse({ command, args }, module, seconds) {
  const profile = mkdtempSync(join(tmpdir(), 'ol-browser-'))
  let received
  const posted = new Promise((resolve) => {
    received = resolve
  })
  const server = createServer(async (request, response) => {
    if (request.method === 'POST') {
      let body = ''
      for await (const piece of request) body += piece
      received(body)
      return response.end()
    }
    const script = request.url === '/module.js'
    response.setHeader('content-type', script ? 'text/javascript' : 'text/html')
    response.end(script ? module : '<!doctype html><script type="module" src="/module.js"></script>')
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const browser = spawn(command, [...args(profile), `http://127.0.0.1:${server.address().port}/`], {
    stdio: 'ignore',
    // a separate process group: the processes of a browser write to its profile until they end
    detached: true,
  })
  const ended = new Promise((resolve) => browser.once('exit', resolve))
  let timer
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, seconds * 1000)
  })
  try {
    return await Promise.race([posted, late])
  } finally {
    clearTimeout(timer)
    process.kill(-browser.pid, 'SIGKILL')
    await ended
    server.closeAllConnections()
    server.close()
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}
