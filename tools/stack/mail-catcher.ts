import { createWriteStream, mkdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { SMTPServer } from 'smtp-server'

/** Maximum size of an e-mail in bytes. It exceeds the size of every e-mail that the service sends. */
const maxBytes = 10 * 1024 * 1024

export interface MailCatcher {
  /** Value for the variable SMTP_URL. */
  url: string
  close: () => Promise<void>
}

/**
 * Starts a mail server on a loopback port. It delivers nothing, but stores every e-mail as a file in `folder`. It
 * prints the file name. It does not print addresses and subjects, because they are personal data.
 */
export async function startMailCatcher(folder: string, onLine: (line: string) => void): Promise<MailCatcher> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  let emails = 0
  const server = new SMTPServer({
    // TLS is disabled: clients would reject a self-signed certificate, and the server accepts local connections only.
    disabledCommands: ['STARTTLS', 'AUTH'],
    size: maxBytes,
    rejectOversized: true,
    onData(email, _session, done) {
      const file = path.join(folder, `${Date.now()}-${(emails += 1)}.eml`)
      const written = pipeline(email, createWriteStream(file, { mode: 0o600, flags: 'wx' }))
      void acknowledge(written, done, () => onLine(`an e-mail was stored in ${file}`))
    },
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  server.on('error', ({ message }) => onLine(`a connection failed: ${message}`))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

async function acknowledge(
  written: Promise<void>,
  done: (error?: Error) => void,
  onWritten: () => void,
): Promise<void> {
  try {
    await written
  } catch (error) {
    return done(error as Error)
  }
  onWritten()
  done()
}
