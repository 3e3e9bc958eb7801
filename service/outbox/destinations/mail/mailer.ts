import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createTransport } from 'nodemailer'
import type { Attachment, Email } from './email-content.ts'

export interface Mail extends Email {
  /**
   * Part of the Message-ID. All attempts to send the e-mail use the same id, so that recipients can detect duplicates.
   */
  id: string
  attachments?: readonly Attachment[]
  /** The order that the e-mail is about. Files name it in a header, so that they are found with the order. */
  orderId?: string | undefined
}

/** Name of the header that files have in addition. */
export const orderHeader = 'X-Order-ID'

export interface Mailer {
  /** Resolves when the mail server has accepted the e-mail. */
  send(mail: Mail): Promise<void>
}

export interface MailerSettings {
  /** URL of the mail server. If undefined, e-mails are written to `.eml` files instead. */
  smtpUrl: string | undefined
  /** True if sending must fail when the server does not offer STARTTLS. Otherwise, the e-mail is sent unencrypted. */
  requireTls?: boolean
  from: string
  /** Folder of the `.eml` files. */
  folder: string
}

const timeouts = {
  connectionTimeout: 15_000,
  greetingTimeout: 15_000,
  socketTimeout: 30_000,
  dnsTimeout: 15_000,
}

export function createMailer({ smtpUrl, requireTls = false, from, folder }: MailerSettings): Mailer {
  return smtpUrl === undefined ? fileMailer(from, folder) : smtpMailer(smtpUrl, requireTls, from)
}

function smtpMailer(url: string, requireTLS: boolean, from: string): Mailer {
  const transport = createTransport({ url, requireTLS, ...timeouts })
  return {
    async send(mail) {
      await transport.sendMail(messageOf(mail, from))
    },
  }
}

function fileMailer(from: string, folder: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return {
    async send(mail) {
      const composed = messageOf(mail, from)
      const headers = {
        ...composed.headers,
        ...(mail.orderId !== undefined && { [orderHeader]: mail.orderId }),
      }
      const { message } = await transport.sendMail({ ...composed, headers })
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = path.join(folder, `${mail.id}.eml`)
      await writeFile(`${file}.unfinished`, message as Buffer, { mode: 0o600 })
      await rename(`${file}.unfinished`, file)
    },
  }
}

/**
 * Returns the e-mail in the form that the transport expects. The recipient's address is passed as an object. Passed as
 * text, a manipulated address could add a recipient or a header.
 */
function messageOf(mail: Mail, from: string) {
  const { id, to, replyTo, subject, text, html, attachments = [], unsubscribeUrl } = mail
  const domain = /@([^<>@\s]+?)>?$/.exec(from)?.[1] ?? 'localhost'
  return {
    from,
    to: { name: '', address: to },
    ...(replyTo && { replyTo: { ...replyTo, name: oneLine(replyTo.name) } }),
    subject: oneLine(subject),
    text,
    ...(html !== undefined && { html }),
    attachments: attachments.map(({ filename, contentType, content }) => ({
      filename: oneLine(filename),
      contentType,
      content: Buffer.from(content.buffer, content.byteOffset, content.byteLength),
      contentDisposition: 'attachment' as const,
    })),
    messageId: `<${id}@${domain}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...unsubscribeHeaders(unsubscribeUrl),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** Returns the headers by which mail programs offer to unsubscribe. One click is allowed by https only (RFC 8058). */
function unsubscribeHeaders(url: string | undefined) {
  if (url === undefined) return {}
  const oneClick = { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
  return { 'List-Unsubscribe': `<${url}>`, ...(url.startsWith('https:') && oneClick) }
}

/** Replaces line breaks and control characters, so that no header contains them, not even encoded. */
function oneLine(value: string): string {
  return value.replaceAll(/\p{Cc}+/gu, ' ')
}
