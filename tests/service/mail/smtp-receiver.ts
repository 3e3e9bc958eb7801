import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { textPart } from './read-mime.ts'

export interface ReceivedMail {
  to: string[]
  /** Headers and body as received, with `\n` line ends. */
  source: string
}

/**
 * Starts a mail server on a loopback port. A test sets `state` to make it fail. With `refuse`, the server replies 451
 * to every e-mail, or only to e-mails for the given address. With `permanent`, it replies 550. With `silent`, it does
 * not reply, as if the connection were lost.
 */
export async function startSmtpReceiver() {
  const mails: ReceivedMail[] = []
  const state = {
    refuse: false as boolean | string,
    permanent: false,
    silent: false,
    connections: 0,
    heard: 0,
  }
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onConnect(_session, done) {
      state.connections += 1
      done()
    },
    async onData(stream, { envelope }, done) {
      const to = envelope.rcptTo.map(({ address }) => address)
      const received = await text(stream).catch(() => undefined)
      // A client that was killed in the middle of a message gets no reply, and the message does not count.
      if (received === undefined) return
      const source = received.replaceAll('\r\n', '\n')
      state.heard += 1
      if (state.silent) return
      if (state.permanent) return done(unknownMailbox())
      if (state.refuse === true || to.join() === state.refuse) return done(locked(to))
      mails.push({ to, source })
      done()
    },
  })
  server.on('error', (error: NodeJS.ErrnoException) => {
    // A client was killed while it sent a message.
    if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') throw error
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    state,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

function locked(to: string[]): Error {
  return Object.assign(new Error(`mailbox of ${to.join()} is locked`), { responseCode: 451 })
}

function unknownMailbox(): Error {
  return Object.assign(new Error('no such mailbox'), { responseCode: 550 })
}

/** Returns the decoded plain text. */
export function bodyOf({ source }: ReceivedMail): string {
  return textPart(source, 'text/plain')
}
