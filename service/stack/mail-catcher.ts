import { createWriteStream, mkdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { SMTPServer } from 'smtp-server'

/** As large as any letter of the service, with room. */
const largestBytes = 10 * 1024 * 1024

export interface MailCatcher {
  /** For SMTP_URL. */
  url: string
  close: () => Promise<void>
}

/**
 * A mail server on a loopback port that delivers to nobody: every letter becomes a file in `folder`, whose name is
 * told. Addresses and subjects are not, for they are people's.
 */
export async function startMailCatcher(folder: string, tell: (line: string) => void): Promise<MailCatcher> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  let letters = 0
  const server = new SMTPServer({
    // Its own certificate would be trusted by nobody, and there is nobody to keep out.
    disabledCommands: ['STARTTLS', 'AUTH'],
    size: largestBytes,
    rejectOversized: true,
    onData(letter, _session, done) {
      const file = path.join(folder, `${Date.now()}-${(letters += 1)}.eml`)
      const kept = pipeline(letter, createWriteStream(file, { mode: 0o600, flags: 'wx' }))
      void answer(kept, done, () => tell(`a letter is in ${file}`))
    },
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  server.on('error', ({ message }) => tell(`a connection failed: ${message}`))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

async function answer(kept: Promise<void>, done: (error?: Error) => void, tell: () => void): Promise<void> {
  try {
    await kept
  } catch (error) {
    return done(error as Error)
  }
  tell()
  done()
}
