import type { Logger } from 'pino'
import type { Replicas } from '#db/ports/replicas.ts'
import type { Store } from '#db/ports/store.ts'
import type { SupportRequest, Withdrawal } from '#domain/site/contact-contract.ts'
import { type NotPending, decideAnswer } from '#domain/orders/decide-order.ts'
import { startLoop } from '#service/background/background-loop.ts'
import { whileLeader } from '#service/background/leadership.ts'
import { createLimitedLog } from '#service/observability/limited-log.ts'
import type { OrderOutcome } from '#service/orders/change-order.ts'
import type { Destination } from '#service/outbox/destination.ts'
import type { EmailContent } from '#service/outbox/destinations/mail/email-content.ts'
import { createMail } from '#service/outbox/destinations/mail/mail.ts'
import type { Mailer } from '#service/outbox/destinations/mail/mailer.ts'
import type { SealedOutbox } from '#service/outbox/sealed-content.ts'
import type { AnswerGrant, AnswerLinks } from '#service/withdrawals/answer-links.ts'
import { createDeadlines } from '#service/withdrawals/deadlines.ts'
import type { AcknowledgementLimit } from './acknowledgement-limit.ts'
import { createDecisions } from './decisions.ts'
import { type DeclarationContent, supportEmail } from './emails.ts'
import { expireFiles } from './expire-files.ts'
import type { mailFolders } from './kept-emails.ts'
import { createDeclarations } from './record-declarations.ts'

export interface CorrespondenceSettings {
  emails: SealedOutbox<EmailContent>
  declarations: SealedOutbox<DeclarationContent>
  mailer: Mailer
  store: Pick<Store, 'log' | 'vault' | 'people' | 'projections' | 'outbox'>
  replicas: Pick<Replicas, 'acquireLeadership' | 'wake' | 'listen'>
  links: AnswerLinks
  limit: AcknowledgementLimit
  /** Address that receives support requests and notices of withdrawals. */
  supportEmail: string
  folders: ReturnType<typeof mailFolders>
  /** Time, in ms, for which e-mails written to files are kept. */
  keepMs: number
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
  acceptSupportRequest(request: SupportRequest): Promise<void>
  acceptWithdrawal(statement: Withdrawal, secretHash?: string): Promise<void>
  /**
   * Verifies the token of a link in the e-mail about a declared withdrawal. Returns undefined if the token is invalid.
   */
  readAnswer(token: string): AnswerGrant | undefined
  /** Applies the customer's answer to a declared withdrawal, and enqueues the e-mails about the decision. */
  acceptAnswer(orderId: string, answer: AnswerGrant['answer']): Promise<OrderOutcome<NotPending>>
}

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
  const correspondence: Correspondence = {
    async acceptSupportRequest(request) {
      await emails.enqueue({ email: supportEmail(request, settings.supportEmail) })
      onMessages()
    },
    async acceptWithdrawal(withdrawal, secretHash) {
      await declarations.enqueue({ withdrawal, receivedAt: now(), secretHash })
      onMessages()
    },
    readAnswer: (token) => links.read(token, now()),
    acceptAnswer: (orderId, answer) =>
      decisions.decide(orderId, answer, (order) => decideAnswer(order, answer)),
  }
  const destinations: Destination<unknown>[] = [
    createDeclarations({ ...settings, onEmails: onMessages }),
    createMail({
      mailer: settings.mailer,
      content: emails,
      waitFor: settings.limit.waitFor,
      composeDecision: decisions.compose,
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
