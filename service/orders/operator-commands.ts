import type { EventMessage } from '#db/ports/outbox-store.ts'
import type { Store } from '#db/ports/store.ts'
import type { DeskCommand } from '#domain/desk/desk-contract.ts'
import {
  type OrderDecision,
  decideFailure,
  decideRefund,
  decideSent,
  decideSubmission,
} from '#domain/orders/decide-order.ts'
import {
  decideDecline,
  decideOperatorRevocation,
  decideOperatorWithdrawal,
} from '#domain/orders/decide-withdrawal.ts'
import type { StoredEvent } from '#domain/events/stored-event.ts'
import type { Order } from '#domain/orders/evolve-order.ts'
import { orderMessages } from '#domain/outbox/order-messages.ts'
import { changeOrder } from './change-order.ts'
import type { FoundOrder } from './find-order.ts'

export interface CommandSettings {
  store: Pick<Store, 'log' | 'outbox'>
  /** Time in ms between a payment and the hand-over of the letter. */
  submitAfterMs: number
  /** Sends an e-mail again. `id` is that of its outbox row, and `to` a corrected address of the order. */
  resendEmail: (id: number, to: string | undefined) => Promise<CommandResult>
  /** Records what is done to an order. `detail` contains no data of the customer. */
  audit: (action: string, orderId: string, detail: string | null) => Promise<void>
  now: () => number
}

/** `done`, or the code of the reason why the command changes nothing. */
export interface CommandResult {
  code: string
}

/**
 * A command of an operator. `npm run orders` also takes reasons of a failure that the page does not offer; the log keeps
 * them, so they are codes.
 */
export type OperatorCommand =
  | Exclude<DeskCommand, { command: 'failed' }>
  | { command: 'failed'; reason: string }

type ChangingCommand = Exclude<OperatorCommand, { command: 'submit' | 'resend' }>

/** Decides a command that appends an event to an order. */
export function decideCommand(order: Order, command: ChangingCommand, now: number): OrderDecision<string> {
  switch (command.command) {
    case 'sent':
      return decideSent(order, {
        by: 'operator',
        ...(command.postedOn !== undefined && { posted: { on: command.postedOn, now } }),
      })
    case 'failed':
      return decideFailure(order, { by: 'operator', reason: command.reason })
    case 'refunded':
      return decideRefund(order)
    case 'withdraw':
      return decideOperatorWithdrawal(order)
    case 'revoke':
      return decideOperatorRevocation(order)
    case 'decline':
      return decideDecline(order, command.reason)
  }
}

/**
 * Carries out an operator's command, which is recorded in the audit. E-mails and letters follow from the events that it
 * appends.
 */
export function carryOut(
  settings: CommandSettings,
  found: FoundOrder,
  command: OperatorCommand,
): Promise<CommandResult> {
  const entry = { action: command.command, orderId: found.order.id, detail: detailOf(command) }
  return recorded(settings.audit, entry, () => execute(settings, found, command))
}

/** Records in the audit what is about to be done, and once more if it is refused. */
export async function recorded<Result extends CommandResult>(
  audit: CommandSettings['audit'],
  { action, orderId, detail }: { action: string; orderId: string; detail: string | null },
  run: () => Promise<Result>,
): Promise<Result> {
  await audit(action, orderId, detail)
  const result = await run()
  if (result.code !== 'done') await audit(action, orderId, `refused ${result.code}`)
  return result
}

/** Returns what the audit keeps of a command. A corrected e-mail address is personal, so it is left out. */
function detailOf(command: OperatorCommand): string | null {
  if ('reason' in command) return command.reason
  if ('postedOn' in command) return command.postedOn ?? null
  return 'messageId' in command ? command.messageId : null
}

async function execute(
  settings: CommandSettings,
  found: FoundOrder,
  command: OperatorCommand,
): Promise<CommandResult> {
  if (command.command === 'submit') return submit(settings, found)
  if (command.command === 'resend') return resend(settings, found, command)
  const { store, now } = settings
  const at = now()
  const outcome = await changeOrder(store.log, found, (order) => decideCommand(order, command, at), {
    now: at,
  })
  return { code: outcome.code === 'changed' ? 'done' : outcome.code }
}

/** Attempts to hand over the letter at once, for example after its attempts have ended. */
async function submit(
  { store, submitAfterMs, now }: CommandSettings,
  { order, events }: FoundOrder,
): Promise<CommandResult> {
  const decision = decideSubmission(order, { letterId: order.id, submitAfterMs, now: now() })
  if (decision.code !== 'append') return decision
  const paid = events.find(({ type }) => type === 'paid')!
  const [row] = await store.outbox.at('letters', [paid.position])
  if (!row) {
    // An earlier version of the service has processed the payment, so nothing was enqueued about it.
    await store.outbox.enqueueAbout(fulfilmentOf(paid))
    return { code: 'done' }
  }
  const isDue = row !== undefined && (await store.outbox.retry({ id: row.id }, now())) > 0
  return { code: isDue ? 'done' : 'in-progress' }
}

/** Returns the messages that prepare the documents of a paid order and hand over its letter, due at once. */
function fulfilmentOf(paid: StoredEvent): EventMessage[] {
  const { position, runId, type: eventType, id: messageId } = paid
  return orderMessages(paid, 0).map((message) => ({
    ...message,
    position,
    runId,
    eventType,
    sequence: 1,
    messageId,
  }))
}

/** Sends an e-mail about an event of the order again. An undeliverable message is thereby settled. */
async function resend(
  { store, resendEmail }: CommandSettings,
  { events }: FoundOrder,
  { messageId, to }: Extract<DeskCommand, { command: 'resend' }>,
): Promise<CommandResult> {
  const positions = events.map(({ position }) => position)
  const row = (await store.outbox.at('mail', positions)).find((one) => one.messageId === messageId)
  return row ? resendEmail(row.id, to) : { code: 'unknown-message' }
}
