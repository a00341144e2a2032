import type { Socket } from 'node:net'
import { OLError } from '@ol/spec'
import { LineSplitter } from '../http/line-splitter.js'
import type { Limits } from '../options.js'
import type { Service } from '../service.js'
import type { Awake } from './awake.js'
import { answersToLines, refused } from './line-answers.js'

/** A connection of the line protocol. */
export interface LineConnection {
  /** resolves when it is closed */
  readonly closed: Promise<void>
  /** Stops reading, answers the received lines, and ends. */
  finish(): void
}

/** Answers the lines of a connection, pipelined and in order. It reads no more than it has answered. */
export function answerConnection(
  socket: Socket,
  service: Service,
  limits: Limits,
  awake: Awake,
): LineConnection {
  const splitter = new LineSplitter(limits.lineBytes)
  let working: Promise<void> = Promise.resolve()
  let finishing = false
  const write = (text: string): void => {
    if (text === '' || socket.destroyed) return
    if (socket.write(text)) return
    socket.pause()
    socket.once('drain', () => socket.resume())
  }
  const broken = (error: unknown): void => {
    const text = error instanceof OLError ? refused(service, error) : `error ${String(error)}`
    socket.end(`${text}\n`)
    socket.destroySoon()
  }
  const answer = (whole: Buffer): void => {
    const text = answersToLines(service, whole)
    if (typeof text === 'string') {
      write(text)
      return
    }
    socket.pause()
    working = text.then((answered) => {
      if (!finishing) socket.resume()
      write(answered)
    }, broken)
  }
  const guarded = (work: () => void): void => {
    try {
      work()
    } catch (error) {
      broken(error)
    }
  }
  socket.on('data', (piece: Buffer) =>
    guarded(() => {
      awake.note()
      const whole = splitter.push(piece)
      if (whole.length > 0) answer(whole)
    }),
  )
  socket.on('end', () => {
    // earlier lines may still be being learned
    void working.then(() =>
      guarded(() => {
        const last = splitter.end()
        if (last.length > 0) answer(Buffer.concat([last, Buffer.from('\n')]))
        void working.then(() => socket.end())
      }),
    )
  })
  // a client that has disconnected gets no answer
  socket.on('error', () => socket.destroy())
  return {
    closed: new Promise((resolve) => {
      socket.once('close', () => void working.catch(() => undefined).then(resolve))
    }),
    finish: () => {
      finishing = true
      socket.pause()
      void working.then(() => socket.destroySoon())
    },
  }
}
