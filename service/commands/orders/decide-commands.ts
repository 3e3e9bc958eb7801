import type { OrderDecision, decideFailure, decideRefund, decideSent } from '#domain/orders/decide-order.ts'
import type {
  DeclineReason,
  NotPending,
  decideDecline,
  decideOperatorRevocation,
  decideOperatorWithdrawal,
} from '#domain/orders/decide-withdrawal.ts'
import type { Order } from '#domain/orders/evolve-order.ts'
import { CommandRefused } from '#service/commands/command-errors.ts'
import { findOrder } from '#service/orders/find-order.ts'
import { type OperatorCommand, carryOut } from '#service/orders/operator-commands.ts'
import { type OrderCommand, requireOrder, shownAmount } from './order-command.ts'

/** Codes of the reasons why a decision appends no event. */
type Refusal<Decide extends (...args: never[]) => OrderDecision<string>> = Exclude<
  ReturnType<Decide>['code'],
  'append'
>

/** A command that appends one event. `done` and `refused` return sentences that begin with the name of the order. */
interface Decided<Code extends string> {
  command: OperatorCommand
  done: (order: Order) => string
  refused: Record<Code, string>
}

/** Carries out a command as the operators' page does. */
function decided<Code extends string>({ command, done, refused }: Decided<Code>) {
  return (key: string): OrderCommand =>
    async (tools) => {
      const found = await requireOrder(tools, key)
      const { code } = await carryOut(tools, found, command)
      const { order } = (await findOrder(tools.store.log, found.order.id))!
      if (code === 'done') return `Order ${order.number} ${done(order)} ${emailed}`
      throw new CommandRefused(`Order ${order.number} ${refused[code as Code]}.`)
    }
}

const emailed = 'The service informs the customer by e-mail.'

const notPending: Record<NotPending, string> = {
  none: 'has no declared withdrawal',
  revoked: 'has a withdrawal that was revoked already',
  declined: 'has a withdrawal that was declined already',
  withdrawn: 'is withdrawn, which is final',
}

export const withdraw = decided<Refusal<typeof decideOperatorWithdrawal>>({
  command: { command: 'withdraw' },
  done: ({ paymentId }) =>
    `is withdrawn. ${paymentId === null ? 'Nothing was paid.' : `Refund payment ${paymentId}.`}`,
  refused: { withdrawn: 'is withdrawn already', refunded: 'is refunded already' },
})

export const revoke = decided<Refusal<typeof decideOperatorRevocation>>({
  command: { command: 'revoke' },
  done: ({ status }) => `has its withdrawal revoked, and is ${status}.`,
  refused: notPending,
})

export const decline = (reason: DeclineReason) =>
  decided<Refusal<typeof decideDecline>>({
    command: { command: 'decline', reason },
    done: ({ status }) => `has its withdrawal declined, and is ${status}.`,
    refused: {
      ...notPending,
      'not-late': 'was declared withdrawn in time, so the declaration is not late',
      'not-performed': 'was not performed when its withdrawal was declared: its letter was not sent yet',
      'not-business': 'was not placed by a business',
    },
  })

/** Returns the command that records the posting of a letter; `on` is the day, by default today. */
export const sent = (on: string | undefined) =>
  decided<Refusal<typeof decideSent>>({
    command: { command: 'sent', ...(on !== undefined && { postedOn: on }) },
    done: () => 'is sent.',
    refused: {
      'not-submitted': 'has no letter yet: it is handed over first',
      sent: 'is sent already',
      failed: 'has failed, which is final',
      'wrong-day': 'can only have been posted on a day from its payment to today',
    },
  })

export const failed = (reason: string) =>
  decided<Refusal<typeof decideFailure>>({
    command: { command: 'failed', reason },
    done: ({ paymentId }) => `has failed. Refund payment ${paymentId}.`,
    refused: {
      'not-paid': 'is not paid',
      'not-submitted': 'has no letter yet',
      closed: 'is withdrawn or refunded',
      failed: 'has failed already',
    },
  })

/** Records that the whole price was returned. */
export const refunded = decided<Refusal<typeof decideRefund>>({
  command: { command: 'refunded' },
  done: ({ priceCents }) => `is refunded, ${shownAmount(priceCents)}.`,
  refused: {
    'not-paid': 'is not paid',
    'not-due': 'has no refund due: withdraw it first, or record that its letter failed',
    refunded: 'is refunded already',
  },
})
