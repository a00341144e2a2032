import { chmodSync } from 'node:fs'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import type { Limits } from '../options.js'
import type { Service } from '../service.js'
import { Awake } from './awake.js'
import { answerConnection, type LineConnection } from './line-connection.js'

/**
 * The listener of the line protocol: a port of this machine, a Unix socket, or both. It has no token, because other
 * machines cannot reach it.
 */
export class LineDoor {
  readonly #service: Service
  readonly #limits: Limits
  readonly #awake = new Awake()
  readonly #servers: Server[] = []
  readonly #sockets = new Set<Socket>()
  readonly #open = new Set<LineConnection>()

  constructor(service: Service, limits: Limits) {
    this.#service = service
    this.#limits = limits
  }

  /** Returns the port, if there is one. */
  async listen(port: number | undefined, path: string | undefined): Promise<number | undefined> {
    if (path !== undefined) {
      await this.#begin({ path })
      chmodSync(path, 0o600)
    }
    if (port === undefined) return undefined
    const server = await this.#begin({ port, host: '127.0.0.1' })
    return (server.address() as AddressInfo).port
  }

  #begin(at: { readonly path: string } | { readonly port: number; readonly host: string }): Promise<Server> {
    // a client may end its side and wait for the answers
    const server = createServer({ noDelay: true, allowHalfOpen: true }, (socket) => {
      this.#sockets.add(socket)
      const connection = answerConnection(socket, this.#service, this.#limits, this.#awake)
      this.#open.add(connection)
      void connection.closed.finally(() => {
        this.#sockets.delete(socket)
        this.#open.delete(connection)
      })
    })
    server.maxConnections = this.#limits.connections
    this.#servers.push(server)
    return new Promise((resolve, reject) => {
      server.once('error', reject).listen(at, () => resolve(server))
    })
  }

  /** Accepts no more lines, and answers the received ones. */
  async close(): Promise<void> {
    const closed = this.#servers.map((server) => new Promise((resolve) => server.close(resolve)))
    const open = [...this.#open]
    for (const connection of open) connection.finish()
    await Promise.all(open.map((connection) => connection.closed))
    this.closeAll()
    await Promise.all(closed)
  }

  closeAll(): void {
    for (const socket of this.#sockets) socket.destroy()
  }
}
