import type { Logger } from 'pino'
import type { Store } from '#db/ports/store.ts'
import type { Order } from '#domain/orders/evolve-order.ts'
import { needsDecision } from '#domain/orders/needs-decision.ts'
import { emailSchedule } from '#domain/outbox/schedule.ts'
import type { ComposeEmail, ComposedEmail } from '#service/emails/template/create-composer.ts'
import { declaredEmail } from '#service/emails/withdrawal/declared.ts'
import { declarationEmail } from '#service/emails/withdrawal/operator-notices.ts'
import { withdrawnEmail } from '#service/emails/withdrawal/outcomes.ts'
import { reviewedEmail } from '#service/emails/withdrawal/reviewed.ts'
import { receiptEmail } from '#service/emails/withdrawal/receipt.ts'
import type { Destination, SendResult } from '#service/outbox/destination.ts'
import type { EmailContent } from '#service/outbox/destinations/mail/email-content.ts'
import { emailId } from '#service/outbox/destinations/mail/email-id.ts'
import type { SealedOutbox } from '#service/outbox/sealed-content.ts'
import { type AnswerLinks, linkLifetime } from '#service/withdrawals/answer-links.ts'
import type { ConfirmedAt } from '#service/withdrawals/confirmed-at.ts'
import { addressOf } from '#service/withdrawals/order-address.ts'
import { type WithdrawalOutcome, recordWithdrawal } from '#service/withdrawals/record-withdrawal.ts'
import { type StatusUrl, emailOrder } from './email-order.ts'
import type { DeclarationContent, RequestContent } from './emails.ts'

export interface DeclarationSettings {
  store: Pick<Store, 'log' | 'vault' | 'people'>
  confirmedAt: ConfirmedAt
  declarations: Pick<SealedOutbox<DeclarationContent>, 'open'>
  emails: Pick<SealedOutbox<EmailContent>, 'enqueue'>
  /** Rows that operators close. */
  requests: Pick<SealedOutbox<RequestContent>, 'enqueue'>
  compose: ComposeEmail
  links: AnswerLinks
  statusUrl: StatusUrl
  /** Address of the operator. */
  supportEmail: string
  now: () => number
  log: Logger
  /** Called after an event was committed. */
  onCommit: () => void
  /** Called after e-mails were enqueued. */
  onEmails: () => void
}

/** Outcomes of a declaration that has changed no order although it may be valid, so that an operator has to check it. */
const unsettled: ReadonlySet<WithdrawalOutcome> = new Set<WithdrawalOutcome>(['unclear', 'decided-before'])

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
  { withdrawal: statement, receivedAt, secretHash, unlockedOrder }: DeclarationContent,
): Promise<void> {
  const { store, confirmedAt, emails, compose, supportEmail, now, log, onCommit, onEmails } = settings
  const { outcome, order } = await recordWithdrawal(
    { store, confirmedAt },
    { id, statement, receivedAt, secretHash, unlockedOrder },
    now(),
  )
  log.info({ outcome, orderNumber: order?.number }, 'withdrawal processed')
  // Each e-mail has the same id in every attempt, so a repeated attempt does not enqueue it twice.
  if (order && (outcome === 'declared' || outcome === 'withdrawn')) {
    onCommit()
    const to = await addressOf(store, order)
    if (to !== undefined) {
      const about = { order, statement: id, receivedAt }
      const email =
        outcome === 'declared'
          ? composeDeclared(settings, to, about)
          : compose(to, withdrawnEmail(emailOrder(order, settings.statusUrl, receivedAt)))
      await emails.enqueue(
        { email, limited: outcome, order: { id: order.id, isCustomer: true } },
        { id: emailId(order.id, id, outcome) },
      )
    }
  }
  if (unsettled.has(outcome)) {
    const { name, email, orderNumber, details } = statement
    const declaration = { name, email, orderNumber, details }
    const row = { declaration, receivedAt, outcome, orderId: order?.id }
    await settings.requests.enqueue(row, { id: emailId(id, 'request') })
  }
  const declaration = { statement, receivedAt, outcome, order }
  const about = order && { id: order.id, isCustomer: false }
  await emails.enqueue(
    { email: compose(supportEmail, declarationEmail(declaration)), order: about },
    { id: emailId(id, 'operator') },
  )
  const receipt = compose(statement.email, receiptEmail(statement, receivedAt))
  await emails.enqueue(
    { email: receipt, limited: 'acknowledgement', order: about },
    { id: emailId(id, 'receipt') },
  )
  onEmails()
}

/**
 * Composes the e-mail with the two links by which the customer confirms the withdrawal or objects to it. If an operator
 * has to decide, the customer can only object.
 */
function composeDeclared(
  { compose, links, statusUrl }: Pick<DeclarationSettings, 'compose' | 'links' | 'statusUrl'>,
  to: string,
  { order, statement, receivedAt }: { order: Order; statement: string; receivedAt: number },
): ComposedEmail {
  const declaredAt = order.declaredAt ?? receivedAt
  const linkFor = (answer: 'confirmation' | 'objection') =>
    links.link({ orderId: order.id, statement, answer, expiresAt: declaredAt + linkLifetime })
  const about = {
    order: emailOrder(order, statusUrl, receivedAt),
    receivedAt,
    objectUrl: linkFor('objection'),
  }
  return compose(
    to,
    needsDecision(order)
      ? reviewedEmail(about)
      : declaredEmail({ ...about, declaredAt, confirmUrl: linkFor('confirmation') }),
  )
}
