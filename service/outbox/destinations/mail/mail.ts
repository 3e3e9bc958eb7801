import type { LimitedKind } from '#domain/orders/acknowledgement-limits.ts'
import { outcomeOfSmtp } from '#domain/outbox/outcome.ts'
import { emailSchedule } from '#domain/outbox/schedule.ts'
import type { IssuedJournal, IssuedKey } from '#service/journal/issued-journal.ts'
import type { LimitedLog } from '#service/observability/limited-log.ts'
import type { Destination, Preparation, SendResult } from '#service/outbox/destination.ts'
import type { SealedOutbox } from '#service/outbox/sealed-content.ts'
import { errorCode } from '#service/outgoing/post-message.ts'
import type { Attachment, DecisionNotice, Email, EmailContent } from './email-content.ts'
import type { Mail, Mailer } from './mailer.ts'
import type { ComposeOrderEmail, OrderEmailRequest } from './order-email-request.ts'

/**
 * - `email`: the e-mail to send, and its key in the journal.
 * - `waitMs`: time in ms after which the e-mail must be composed again. 0 means that there is no e-mail to send.
 */
export type ComposedDecision = { key: IssuedKey; email: Email; limited?: LimitedKind } | { waitMs: number }

/**
 * - `send`: the e-mail to send. It is noted in the journal under `keys` when it was sent.
 * - `sent-before`: the e-mail was sent before the store was restored from a backup. It counts as delivered without being
 *   sent again.
 */
type PreparedMail = { kind: 'send'; mail: Mail; keys: readonly IssuedKey[] } | { kind: 'sent-before' }

export interface MailSettings {
  mailer: Mailer
  content: Pick<SealedOutbox<EmailContent>, 'open'>
  journal: Pick<IssuedJournal, 'find' | 'note'>
  /** Returns the time in ms that an e-mail must wait because of `emailLimits`; 0 if it may be sent now. */
  waitFor: (id: string, kind: LimitedKind, address: string) => Promise<number>
  composeDecision: (notice: DecisionNotice) => Promise<ComposedDecision>
  /** If absent, e-mails about events of orders wait. */
  composeOrderEmail?: ComposeOrderEmail
  now: () => number
  limitedLog: LimitedLog
}

/** Returns the destination that sends e-mails by SMTP, or writes them to files. */
export function createMail(settings: MailSettings): Destination<PreparedMail> {
  const { mailer, content } = settings
  return {
    name: 'mail',
    label: 'e-mail',
    schedule: emailSchedule,
    timeoutMs: 45_000,
    concurrency: 4,

    async prepare(row): Promise<Preparation<PreparedMail>> {
      const id = row.messageId
      // A message about an event of an order has no stored content. Its id is that of the event.
      if (row.position !== null) return prepareOrderEmail(settings, id, { eventId: id, isRepeat: false })
      const stored = content.open(row)
      if (!stored) return { kind: 'impossible', code: 'dead', reason: 'its content cannot be decrypted' }
      if ('repeat' in stored) return prepareOrderEmail(settings, id, { ...stored.repeat, isRepeat: true })
      if ('decision' in stored) return prepareDecision(settings, id, stored)
      return prepareEmail(settings, { id, keys: [`email:${id}`], orderId: stored.order?.id, ...stored })
    },

    async send(prepared, signal): Promise<SendResult> {
      if (prepared.kind === 'sent-before') return delivered
      try {
        await untilAborted(mailer.send(prepared.mail), signal)
      } catch (error) {
        return failedResult(error)
      }
      await noteSent(settings, prepared)
      return delivered
    },
  }
}

/** Notes that an e-mail was sent. If that fails, the e-mail counts as sent nevertheless. */
async function noteSent(
  { journal, now, limitedLog }: MailSettings,
  { mail: { id }, keys }: Extract<PreparedMail, { kind: 'send' }>,
): Promise<void> {
  try {
    for (const key of keys) await journal.note(key, { value: id, at: now() })
  } catch (error) {
    const message = 'an e-mail was sent, but not noted in the journal of what was issued'
    limitedLog({ level: 'error', fields: { id, error: errorCode(error) }, message })
  }
}

const delivered: SendResult = { code: 'delivered', status: null, error: null, retryAfter: null }

/** Returns the result of a failed attempt. It contains only codes, because mail servers quote addresses in their errors. */
function failedResult(error: unknown): SendResult {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  return {
    code: outcomeOfSmtp({ code, responseCode }),
    status: responseCode ?? null,
    error: errorCode(error),
    retryAfter: null,
  }
}

async function prepareOrderEmail(
  settings: MailSettings,
  id: string,
  request: OrderEmailRequest,
): Promise<Preparation<PreparedMail>> {
  const composed = await settings.composeOrderEmail?.(request)
  if (!composed)
    return { kind: 'impossible', code: 'retry', reason: 'no e-mail about an order can be composed' }
  switch (composed.code) {
    case 'email': {
      const { key } = composed
      // An e-mail that is sent again on request is another message about the same.
      const keys: ComposedEmail['keys'] = request.isRepeat ? [`email:${id}`, key] : [key]
      return prepareEmail(settings, { id, keys, ...composed })
    }
    case 'later':
      return { kind: 'postponed', until: composed.until }
    case 'discarded':
      return { kind: 'discarded', reason: composed.reason }
  }
}

async function prepareDecision(
  settings: MailSettings,
  id: string,
  { decision, to }: Extract<EmailContent, { decision: unknown }>,
): Promise<Preparation<PreparedMail>> {
  const composed = await settings.composeDecision(decision)
  if ('waitMs' in composed) {
    const { waitMs } = composed
    if (waitMs > 0) return { kind: 'postponed', until: settings.now() + waitMs }
    return { kind: 'discarded', reason: 'nothing was decided' }
  }
  const { key, email, limited } = composed
  const { orderId } = decision
  return prepareEmail(settings, {
    id,
    orderId,
    keys: [key],
    email: { ...email, to: to ?? email.to },
    limited,
  })
}

interface ComposedEmail {
  id: string
  /** The order that the e-mail is about; undefined if it is about none. */
  orderId: string | undefined
  /** Keys in the journal. If the first one was noted, the e-mail was sent. */
  keys: readonly [IssuedKey, ...IssuedKey[]]
  email: Email
  limited?: LimitedKind | undefined
  attachments?: readonly Attachment[]
}

/** Returns the e-mail unless it was sent before, or the time until which it waits because of `emailLimits`. */
async function prepareEmail(
  settings: MailSettings,
  { id, orderId, keys, email, limited, attachments = [] }: ComposedEmail,
): Promise<Preparation<PreparedMail>> {
  if (await settings.journal.find(keys[0])) return { kind: 'ready', message: { kind: 'sent-before' } }
  const waitMs = limited === undefined ? 0 : await settings.waitFor(id, limited, email.to)
  if (waitMs === 0)
    return { kind: 'ready', message: { kind: 'send', keys, mail: { id, ...email, attachments, orderId } } }
  logWaiting(settings, { id, kind: limited!, waitMs })
  return { kind: 'postponed', until: settings.now() + waitMs }
}

/**
 * Waits until the e-mail is sent, but rejects as soon as `signal` is aborted. The transport cannot be interrupted, so
 * the e-mail may still be sent after the rejection. Recipients can detect the duplicate, because every attempt uses the
 * same Message-ID.
 */
async function untilAborted(sending: Promise<void>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason as Error)
  signal.addEventListener('abort', abort)
  try {
    await Promise.race([sending, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

function logWaiting(
  { limitedLog, now }: Pick<MailSettings, 'limitedLog' | 'now'>,
  { id, kind, waitMs }: { id: string; kind: LimitedKind; waitMs: number },
): void {
  limitedLog({
    level: 'warn',
    key: kind,
    fields: { id, kind, until: new Date(now() + waitMs).toISOString() },
    message: waitingMessages[kind],
  })
}

const withdrawalWaits = 'an e-mail about a withdrawal waits: too many were sent to its recipient today'

const waitingMessages: Record<LimitedKind, string> = {
  acknowledgement: 'an acknowledgement waits: too many were sent to its recipient today, or to all this hour',
  declared: withdrawalWaits,
  withdrawn: withdrawalWaits,
  confirmation: 'an order confirmation waits: too many were sent to its recipient today',
  reminder: 'the reminder of an unpaid order waits: too many were sent to its recipient today',
  'address-changed':
    'a notice to a previous e-mail address waits: too many were sent to it today, or to all this hour',
}
