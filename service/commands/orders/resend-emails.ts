import type { Order } from '#domain/orders/evolve-order.ts'
import { CommandRefused } from '#service/commands/command-errors.ts'
import { recorded } from '#service/orders/operator-commands.ts'
import { emailRows } from './list-orders.ts'
import { type OrderCommand, type OrderTools, requireOrder } from './order-command.ts'

/** Maximum number of refused e-mails among which those of the order are looked for. */
const maxRefused = 1000

/**
 * Returns the command that sends e-mails about an order again, with the same documents: those that were refused by the
 * recipient's mail server, or the last one if there are none. `to` is a corrected address, which becomes the address of
 * the order; by default, the current address of the order.
 */
export const resend =
  (to: string | undefined) =>
  (key: string): OrderCommand =>
  async (tools) => {
    const { order, events } = await requireOrder(tools, key)
    const rows = await emailRows(tools, events)
    const refused = [
      ...rows.filter(({ state }) => state === 'dead'),
      ...(await refusedContents(tools, order)),
    ]
    const again = refused.length > 0 ? refused : rows.filter(({ state }) => state === 'delivered').slice(-1)
    if (again.length === 0)
      throw new CommandRefused(`Order ${order.number} has no e-mail that can be sent again.`)
    for (const { id, messageId } of again) {
      const entry = { action: 'resend', orderId: order.id, detail: messageId }
      const { code } = await recorded(tools.audit, entry, () => tools.resendEmail(id, to))
      if (code === 'erased') throw new CommandRefused(`The personal data of order ${order.number} is erased.`)
    }
    const what = again.map(({ eventType }) => eventType ?? 'the withdrawal').join(', ')
    return `The e-mails of order ${order.number} about ${what} are sent again.`
  }

/** Returns the refused e-mails to the customer of the order that are stored with their content. */
async function refusedContents({ store, customerOrderOf }: OrderTools, { id }: Order) {
  const dead = await store.outbox.list({ destination: 'mail', state: 'dead', limit: maxRefused })
  const contents = dead.filter(({ position }) => position === null)
  const orders = await Promise.all(contents.map(customerOrderOf))
  return contents.filter((_, index) => orders[index] === id)
}
