import { type AddressInfo, type Server, createServer } from 'node:net'

export interface ReceivedMail {
  from: string
  to: string[]
  /** As it came, headers and body. */
  source: string
}

/**
 * A small SMTP server (RFC 5321) on a loopback port. `refuse` makes it answer 451 to every letter, or to those to one
 * address; `silent` makes it answer nothing to a letter, as one whose connection is lost.
 */
export async function startSmtpReceiver() {
  const mails: ReceivedMail[] = []
  const state = { refuse: false as boolean | string, silent: false, connections: 0, heard: 0 }
  const server: Server = createServer((socket) => {
    state.connections += 1
    let pending = ''
    let mail: ReceivedMail = { from: '', to: [], source: '' }
    let inData = false
    const say = (line: string) => socket.write(`${line}\r\n`)
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      pending += chunk.toString()
      for (let end = pending.indexOf('\r\n'); end !== -1; end = pending.indexOf('\r\n')) {
        take(pending.slice(0, end))
        pending = pending.slice(end + 2)
      }
    })

    function take(line: string): void {
      if (inData) return takeData(line)
      const verb = line.slice(0, 4).toUpperCase()
      if (verb === 'DATA') inData = true
      if (verb === 'MAIL') mail = { from: addressIn(line), to: [], source: '' }
      if (verb === 'RCPT') mail.to.push(addressIn(line))
      say(verb === 'DATA' ? '354 go on' : verb === 'QUIT' ? '221 bye' : '250 ok')
      if (verb === 'QUIT') socket.end()
    }

    function takeData(line: string): void {
      if (line !== '.') {
        mail.source += `${line.replace(/^\.\./, '.')}\n`
        return
      }
      inData = false
      state.heard += 1
      if (state.silent) return
      if (state.refuse === true || mail.to.join() === state.refuse)
        return void say(`451 mailbox of ${mail.to.join()} is locked`)
      mails.push(mail)
      say('250 taken')
    }

    say('220 receiver')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    state,
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}

function addressIn(line: string): string {
  return /<([^>]*)>/.exec(line)?.[1] ?? ''
}

/** The body in plain text, whatever it was encoded with. */
export function bodyOf({ source }: ReceivedMail): string {
  const [head = '', ...rest] = source.split('\n\n')
  const body = rest.join('\n\n')
  if (/^content-transfer-encoding: base64/im.test(head)) return Buffer.from(body, 'base64').toString()
  if (!/^content-transfer-encoding: quoted-printable/im.test(head)) return body
  const bytes = body
    .replaceAll(/=\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
