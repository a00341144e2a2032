import { close, constants, open } from 'node:fs'
import { Socket } from 'node:net'
import { promisify } from 'node:util'
import { fileError } from './file-errors.js'

/**
 * Reads the bytes of a named pipe. Waits for writers in the event loop: `open` and `read` would wait in a thread, and a
 * waiting thread delays the exit of the process.
 */
export async function* readFifo(path: string): AsyncGenerator<Uint8Array> {
  const socket = await socketOf(path)
  try {
    for await (const piece of socket) yield piece
  } catch (cause) {
    throw fileError(path, cause, 'read')
  } finally {
    socket.destroy()
  }
}

async function socketOf(path: string): Promise<Socket> {
  let fd: number | undefined
  try {
    fd = await promisify(open)(path, constants.O_RDONLY | constants.O_NONBLOCK)
    return new Socket({ fd, readable: true, writable: false })
  } catch (cause) {
    if (fd !== undefined) close(fd)
    throw fileError(path, cause, 'read')
  }
}
