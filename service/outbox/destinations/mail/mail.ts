import type { LimitedKind } from '#domain/orders/acknowledgement-limits.ts'
import { outcomeOfSmtp } from '#domain/outbox/outcome.ts'
import { emailSchedule } from '#domain/outbox/schedule.ts'
import type { LimitedLog } from '#service/observability/limited-log.ts'
import type { Destination, Preparation, SendResult } from '#service/outbox/destination.ts'
import type { SealedOutbox } from '#service/outbox/sealed-content.ts'
import { errorCode } from '#service/outgoing/post-message.ts'
import type { DecisionNotice, Email, EmailContent } from './email-content.ts'
import type { Mail, Mailer } from './mailer.ts'

/**
 * - `email`: the e-mail to send.
 * - `waitMs`: time in ms after which the e-mail must be composed again. 0 means that there is no e-mail to send.
 */
type ComposedDecision = { email: Email; limited?: LimitedKind } | { waitMs: number }

export interface MailSettings {
  mailer: Mailer
  content: Pick<SealedOutbox<EmailContent>, 'open'>
  /** Returns the time in ms that an e-mail must wait because of `emailLimits`; 0 if it may be sent now. */
  waitFor: (id: string, kind: LimitedKind, address: string) => Promise<number>
  composeDecision: (notice: DecisionNotice) => Promise<ComposedDecision>
  now: () => number
  limitedLog: LimitedLog
}

/** Returns the destination that sends e-mails by SMTP, or writes them to files. */
export function createMail(settings: MailSettings): Destination<Mail> {
  const { mailer, content, composeDecision, now } = settings

  async function compose(stored: EmailContent): Promise<ComposedDecision> {
    if ('decision' in stored) return composeDecision(stored.decision)
    const { email, limited } = stored
    return limited === undefined ? { email } : { email, limited }
  }

  return {
    name: 'mail',
    label: 'e-mail',
    schedule: emailSchedule,
    timeoutMs: 45_000,
    concurrency: 4,

    async prepare(row): Promise<Preparation<Mail>> {
      const stored = content.open(row)
      if (!stored) return { kind: 'impossible', code: 'dead', reason: 'its content cannot be decrypted' }
      const composed = await compose(stored)
      if ('waitMs' in composed) {
        const { waitMs } = composed
        if (waitMs > 0) return { kind: 'postponed', until: now() + waitMs }
        return { kind: 'discarded', reason: 'nothing was decided' }
      }
      const { email, limited } = composed
      const id = row.messageId
      const waitMs = limited === undefined ? 0 : await settings.waitFor(id, limited, email.to)
      if (waitMs === 0) return { kind: 'ready', message: { id, ...email } }
      logWaiting(settings, { id, kind: limited!, waitMs })
      return { kind: 'postponed', until: now() + waitMs }
    },

    async send(mail, signal): Promise<SendResult> {
      try {
        await untilAborted(mailer.send(mail), signal)
        return { code: 'delivered', status: null, error: null, retryAfter: null }
      } catch (error) {
        const { code, responseCode } = error as { code?: string; responseCode?: number }
        // Only codes are recorded, because mail servers quote addresses in their error messages.
        const status = responseCode ?? null
        return {
          code: outcomeOfSmtp({ code, responseCode }),
          status,
          error: errorCode(error),
          retryAfter: null,
        }
      }
    },
  }
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
    message:
      kind === 'acknowledgement'
        ? 'an acknowledgement waits: too many were sent to its recipient today, or to all this hour'
        : 'an e-mail about a withdrawal waits: too many were sent to its recipient today',
  })
}
