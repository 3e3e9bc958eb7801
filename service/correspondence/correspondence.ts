import type { Logger } from 'pino'
import type { OutboxRow } from '#db/ports/outbox-store.ts'
import type { Replicas } from '#db/ports/replicas.ts'
import type { Store } from '#db/ports/store.ts'
import type { SupportRequest, Withdrawal } from '#domain/site/contact-contract.ts'
import type { OrderDecision } from '#domain/orders/decide-order.ts'
import { type AnswerCode, decideAnswer } from '#domain/orders/decide-withdrawal.ts'
import type { Order } from '#domain/orders/evolve-order.ts'
import { startLoop } from '#service/background/background-loop.ts'
import { whileLeader } from '#service/background/leadership.ts'
import type { IssuedJournal } from '#service/journal/issued-journal.ts'
import { createLimitedLog } from '#service/observability/limited-log.ts'
import type { OrderOutcome } from '#service/orders/change-order.ts'
import type { FoundOrder } from '#service/orders/find-order.ts'
import type { EmailDraft } from '#service/emails/template/email-draft.ts'
import type { ComposeEmail } from '#service/emails/template/create-composer.ts'
import type { Destination } from '#service/outbox/destination.ts'
import type { EmailContent } from '#service/outbox/destinations/mail/email-content.ts'
import { emailId } from '#service/outbox/destinations/mail/email-id.ts'
import { createMail } from '#service/outbox/destinations/mail/mail.ts'
import type { Mailer } from '#service/outbox/destinations/mail/mailer.ts'
import type { ComposeOrderEmail } from '#service/outbox/destinations/mail/order-email-request.ts'
import type { SealedOutbox } from '#service/outbox/sealed-content.ts'
import type { AnswerGrant, AnswerLinks } from '#service/withdrawals/answer-links.ts'
import { type ConfirmedAt, confirmedAtReader } from '#service/withdrawals/confirmed-at.ts'
import { createDeadlines } from '#service/withdrawals/deadlines.ts'
import { acceptSupportRequest } from './accept-support-request.ts'
import type { AcknowledgementLimit } from './acknowledgement-limit.ts'
import { type AmendmentContent, createDecisions } from './decisions.ts'
import type { DeclarationContent, ReportedPayment, RequestContent } from './emails.ts'
import type { StatusUrl } from './email-order.ts'
import { expireFiles } from './expire-files.ts'
import type { mailFolders } from './kept-emails.ts'
import { createDeclarations } from './record-declarations.ts'
import { type NamedOrder, createSupportRecords } from './record-support-requests.ts'
import { type ResendResult, orderOfEmail, resendEmail } from './resend-email.ts'

export interface CorrespondenceSettings {
  emails: SealedOutbox<EmailContent>
  declarations: SealedOutbox<DeclarationContent>
  requests: SealedOutbox<RequestContent>
  namedOrders: SealedOutbox<NamedOrder>
  mailer: Mailer
  compose: ComposeEmail
  statusUrl: StatusUrl
  /** Composes the e-mails about events of an order. */
  composeOrderEmail?: ComposeOrderEmail
  store: Pick<Store, 'log' | 'vault' | 'people' | 'projections' | 'outbox'>
  replicas: Pick<Replicas, 'acquireLeadership' | 'wake' | 'listen'>
  links: AnswerLinks
  limit: AcknowledgementLimit
  /** Journal of the e-mails that were sent. */
  journal: Pick<IssuedJournal, 'find' | 'note'>
  /** Address that receives support requests and notices of withdrawals. */
  supportEmail: string
  folders: ReturnType<typeof mailFolders>
  /** Time, in ms, for which e-mails written to files are kept. */
  keepMs: number
  newId: () => string
  now: () => number
  /**
   * Returns the time of this machine's clock, which also sets the modification times of files. In contrast, `now` may
   * return the time of the database server.
   */
  fileClock: () => number
  log: Logger
  /** Called after an event was committed. */
  onCommit: () => void
  /** Called after messages were enqueued. */
  onMessages: () => void
}

/**
 * Accepts messages of visitors. `acceptSupportRequest` and `acceptWithdrawal` resolve when the message is committed,
 * before any e-mail is sent. Their duration does not depend on the content of the message.
 */
export interface Correspondence {
  confirmedAt: ConfirmedAt
  /** The open support requests, which operators close. */
  requests: Pick<SealedOutbox<RequestContent>, 'open'>
  /** Enqueues an e-mail to the operators, unless one with this id was enqueued before. */
  notifyOperators(id: string, draft: EmailDraft): Promise<void>
  /** Enqueues an e-mail with a link that opens the account of a user. */
  sendAccountLink(to: string, draft: EmailDraft): Promise<void>
  /** Sends an e-mail again (see `resendEmail`). `id` is that of its outbox row. */
  resendEmail(id: number, to: string | undefined): Promise<ResendResult>
  /** Returns the id of the order to which an e-mail belongs; undefined if it belongs to none. */
  orderOfEmail(row: OutboxRow): Promise<string | undefined>
  /** Keeps a report of the payment provider until an operator closes it; a repeated report only once. */
  keepPayment(report: ReportedPayment, code: string): Promise<void>
  acceptSupportRequest(request: SupportRequest): Promise<void>
  /** Accepts a declaration of withdrawal. Of several declarations with the same key `once`, only the first is accepted. */
  acceptWithdrawal(statement: Withdrawal, proof?: WithdrawalProof, once?: string): Promise<void>
  /**
   * Verifies the token of a link in the e-mail about a declared withdrawal. Returns undefined if the token is invalid.
   */
  readAnswer(token: string): AnswerGrant | undefined
  /** Applies the customer's answer to a declared withdrawal, and enqueues the e-mails about the decision. */
  acceptAnswer(orderId: string, answer: AnswerGrant['answer']): Promise<OrderOutcome<AnswerCode>>
  /** Stores the amendment of an order. If its e-mail address changes, enqueues the e-mail to the old address. */
  acceptAmendment<Code extends string>(
    found: FoundOrder,
    decide: (order: Order, found: FoundOrder) => OrderDecision<Code>,
    content: AmendmentContent,
  ): Promise<OrderOutcome<Code>>
}

/** What proves that a declaration comes from the customer; both may be absent (see `DeclarationContent`). */
export type WithdrawalProof = Pick<DeclarationContent, 'secretHash' | 'unlockedOrder'>

const hour = 3_600_000

/**
 * Starts to accept messages of visitors. This function does not send e-mails: the caller must pass the returned
 * `destinations` to a dispatcher.
 */
export function startCorrespondence(settings: CorrespondenceSettings) {
  const { emails, declarations, store, replicas, folders, keepMs, now, log, onMessages, links } = settings
  const decisions = createDecisions({ ...settings, onStored })

  function onStored() {
    settings.onCommit()
    onMessages()
  }

  async function expire(): Promise<boolean> {
    const removed = await expireFiles(folders, settings.fileClock() - keepMs)
    if (removed > 0) log.info({ removed }, 'e-mail files whose retention period has ended were removed')
    return false
  }

  const expiry = startLoop({ name: 'retention of e-mail files', work: expire, pollMs: hour, log })
  const deadlines = whileLeader({
    replicas,
    task: 'withdrawal deadlines',
    log,
    start: () => [
      createDeadlines({
        store,
        replicas,
        now,
        log,
        decide: (orderId, decide) => decisions.decide(orderId, 'deadline', decide),
      }),
    ],
  })
  const confirmedAt = confirmedAtReader(settings.journal)
  const correspondence: Correspondence = {
    confirmedAt,
    requests: settings.requests,
    async notifyOperators(id, draft) {
      await emails.enqueue({ email: settings.compose(settings.supportEmail, draft) }, { id })
      onMessages()
    },
    async sendAccountLink(to, draft) {
      await emails.enqueue({ email: settings.compose(to, draft), opensAccount: true })
      onMessages()
    },
    async resendEmail(id, to) {
      const result = await resendEmail(settings, id, to)
      if (result.code === 'done') onStored()
      return result
    },
    orderOfEmail: (row) => orderOfEmail(settings, row),
    async keepPayment({ orderId, paymentId, amountCents, status }, code) {
      const payment = { orderId, paymentId, amountCents, status }
      const id = emailId('payment', orderId, paymentId, status, amountCents, code)
      await settings.requests.enqueue({ payment, code }, { id })
    },
    async acceptSupportRequest(request) {
      await acceptSupportRequest(settings, request)
      onMessages()
    },
    async acceptWithdrawal(withdrawal, proof, once) {
      const id = once === undefined ? settings.newId() : emailId('withdrawal', once)
      await declarations.enqueue({ withdrawal, receivedAt: now(), ...proof }, { id })
      onMessages()
    },
    readAnswer: (token) => links.read(token, now()),
    acceptAnswer: (orderId, answer) =>
      decisions.decide(orderId, answer, (order) => decideAnswer(order, answer)),
    acceptAmendment: (found, decide, content) => decisions.amend(found, decide, content),
  }
  const destinations: Destination<unknown>[] = [
    createDeclarations({ ...settings, confirmedAt, onEmails: onMessages }),
    createSupportRecords(settings),
    createMail({
      mailer: settings.mailer,
      content: emails,
      journal: settings.journal,
      waitFor: settings.limit.waitFor,
      composeDecision: decisions.compose,
      ...(settings.composeOrderEmail && { composeOrderEmail: settings.composeOrderEmail }),
      now,
      limitedLog: createLimitedLog(log),
    }),
  ]
  return {
    ...correspondence,
    destinations,
    async stop(): Promise<void> {
      await Promise.all([expiry.stop(), deadlines.stop()])
    },
  }
}
