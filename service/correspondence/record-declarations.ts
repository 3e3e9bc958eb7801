import type { Logger } from 'pino'
import type { Store } from '#db/ports/store.ts'
import { emailSchedule } from '#domain/outbox/schedule.ts'
import type { Destination, SendResult } from '#service/outbox/destination.ts'
import type { EmailContent } from '#service/outbox/destinations/mail/email-content.ts'
import { emailId } from '#service/outbox/destinations/mail/email-id.ts'
import type { SealedOutbox } from '#service/outbox/sealed-content.ts'
import type { AnswerLinks } from '#service/withdrawals/answer-links.ts'
import { addressOf } from '#service/withdrawals/order-address.ts'
import { recordWithdrawal } from '#service/withdrawals/record-withdrawal.ts'
import { type DeclarationContent, declarationEmail, receiptEmail } from './emails.ts'
import { declaredEmail, withdrawnEmail } from './order-emails.ts'

export interface DeclarationSettings {
  store: Pick<Store, 'log' | 'vault' | 'people'>
  declarations: Pick<SealedOutbox<DeclarationContent>, 'open'>
  emails: Pick<SealedOutbox<EmailContent>, 'enqueue'>
  links: AnswerLinks
  /** Address of the operator. */
  supportEmail: string
  now: () => number
  log: Logger
  /** Called after an event was committed. */
  onCommit: () => void
  /** Called after e-mails were enqueued. */
  onEmails: () => void
}

const recorded: SendResult = { code: 'delivered', status: null, error: null, retryAfter: null }

/**
 * Returns the outbox destination for accepted declarations of withdrawal. It records each declaration and enqueues the
 * e-mails about it. This happens in the background, so that the response time reveals nothing about orders.
 */
export function createDeclarations(settings: DeclarationSettings): Destination<DeclarationContent> {
  return {
    name: 'withdrawals',
    label: 'declaration of withdrawal',
    schedule: emailSchedule,
    timeoutMs: 45_000,
    concurrency: 4,
    async prepare(row) {
      const message = settings.declarations.open(row)
      if (message) return { kind: 'ready', message }
      return { kind: 'impossible', code: 'dead', reason: 'its content cannot be decrypted' }
    },
    async send(declaration, _, { messageId }) {
      await record(settings, messageId, declaration)
      return recorded
    },
  }
}

async function record(
  settings: DeclarationSettings,
  id: string,
  { withdrawal: statement, receivedAt, secretHash }: DeclarationContent,
): Promise<void> {
  const { store, emails, links, supportEmail, now, log, onCommit, onEmails } = settings
  const { outcome, order } = await recordWithdrawal(store, { id, statement, receivedAt, secretHash }, now())
  log.info({ outcome, orderNumber: order?.number }, 'withdrawal processed')
  // Each e-mail has the same id in every attempt, so a repeated attempt does not enqueue it twice.
  if (order && (outcome === 'declared' || outcome === 'withdrawn')) {
    onCommit()
    const to = await addressOf(store, order)
    const about = { order, statement: id, receivedAt }
    if (to !== undefined) {
      const email = outcome === 'declared' ? declaredEmail(about, { to, links }) : withdrawnEmail(order, to)
      await emails.enqueue({ email, limited: outcome }, { id: emailId(order.id, id, outcome) })
    }
  }
  const declaration = { statement, receivedAt, outcome, orderNumber: order?.number }
  await emails.enqueue(
    { email: declarationEmail(declaration, supportEmail) },
    { id: emailId(id, 'operator') },
  )
  const receipt = receiptEmail(statement, receivedAt)
  await emails.enqueue({ email: receipt, limited: 'acknowledgement' }, { id: emailId(id, 'receipt') })
  onEmails()
}
