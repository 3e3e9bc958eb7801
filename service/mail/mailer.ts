import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createTransport } from 'nodemailer'

export interface Mail {
  /** The same at every attempt, so that a letter sent twice can be told. */
  id: string
  to: string
  replyTo?: { name: string; address: string } | undefined
  subject: string
  text: string
}

export interface Mailer {
  /** Resolves when the letter was handed over. */
  send(mail: Mail): Promise<void>
}

export interface MailerSettings {
  /** Without one every letter becomes an `.eml` file. */
  smtpUrl: string | undefined
  from: string
  /** Of the `.eml` files. */
  folder: string
}

const timeouts = {
  connectionTimeout: 15_000,
  greetingTimeout: 15_000,
  socketTimeout: 30_000,
  dnsTimeout: 15_000,
}

export function createMailer({ smtpUrl, from, folder }: MailerSettings): Mailer {
  return smtpUrl === undefined ? fileMailer(from, folder) : smtpMailer(smtpUrl, from)
}

function smtpMailer(url: string, from: string): Mailer {
  const transport = createTransport({ url, ...timeouts })
  return {
    async send(mail) {
      await transport.sendMail(letter(mail, from))
    },
  }
}

function fileMailer(from: string, folder: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return {
    async send(mail) {
      const { message } = await transport.sendMail(letter(mail, from))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = path.join(folder, `${mail.id}.eml`)
      await writeFile(`${file}.unfinished`, message as Buffer, { mode: 0o600 })
      await rename(`${file}.unfinished`, file)
    },
  }
}

/** Addresses go in as parts, never as text, so nothing that was typed becomes another recipient or a header. */
function letter({ id, to, replyTo, subject, text }: Mail, from: string) {
  const domain = /@([^<>@\s]+?)>?$/.exec(from)?.[1] ?? 'localhost'
  return {
    from,
    to: { name: '', address: to },
    ...(replyTo && { replyTo }),
    subject,
    text,
    messageId: `<${id}@${domain}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
