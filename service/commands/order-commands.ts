import { parseArgs } from 'node:util'
import type { Store } from '#db/ports/store.ts'
import {
  type NotPending,
  decideOperatorRevocation,
  decideOperatorWithdrawal,
  objectionPeriod,
} from '#domain/orders/decide-order.ts'
import { type Order, orderChanges } from '#domain/orders/evolve-order.ts'
import type { StoredEvent } from '#domain/events/stored-event.ts'
import { changeOrder } from '#service/orders/change-order.ts'
import { type FoundOrder, findOrder } from '#service/orders/find-order.ts'
import { CommandRefused, UsageError } from './command-errors.ts'

type OrderStore = Pick<Store, 'log' | 'people' | 'projections'>

/**
 * Subcommand of `npm run orders`. Returns the text to print. Throws `CommandRefused` if the state of the store does not
 * allow the subcommand.
 */
export type OrderCommand = (store: OrderStore, now: () => number) => Promise<string>

/** Reads the arguments of `npm run orders`. Throws a `UsageError` that names the allowed values. */
export function readOrderCommand(args: string[]): OrderCommand {
  const { positionals, values } = parse(args)
  const [name, order, ...more] = positionals
  if (more.length > 0) throw new UsageError(`Unexpected argument ${JSON.stringify(more[0])}.`)
  if (name === 'list') {
    if (order !== undefined) throw new UsageError('list takes no order.')
    return list(readLimit(values.limit ?? '50'))
  }
  if (values.limit !== undefined) throw new UsageError(`--limit does not go with ${name}.`)
  const command = { show, withdraw, revoke }[name ?? '']
  if (!command)
    throw new UsageError(name ? `There is no command ${JSON.stringify(name)}.` : 'A command is missing.')
  if (order === undefined) throw new UsageError('<number or id> is missing.')
  return command(order)
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options: { limit: { type: 'string' } } })
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error })
  }
}

function readLimit(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text)
  throw new UsageError(
    `--limit is wrong: read ${JSON.stringify(text)}, allowed: a whole number from 1 to 9999.`,
  )
}

const list =
  (limit: number): OrderCommand =>
  async (store) => {
    const rows = await store.projections.declaredOrders(limit)
    if (rows.length === 0) return 'No order has a declared withdrawal that is not decided.'
    const found = await Promise.all(rows.map(({ orderId }) => findOrder(store.log, orderId)))
    return found.flatMap((one) => (one ? [describeDeclared(one.order)] : [])).join('\n')
  }

function describeDeclared({ number, id, declaredAt, paymentId }: Order): string {
  const paid = paymentId === null ? 'not paid' : 'paid'
  const times =
    declaredAt === null
      ? ''
      : `declared ${iso(declaredAt)}, withdrawn from ${iso(declaredAt + objectionPeriod)} unless the customer objects`
  return [number, id, paid, times].join('  ')
}

const show =
  (key: string): OrderCommand =>
  async (store) => {
    const { order, complete, events } = await find(store, key)
    const facts: [string, string][] = [
      ['order', `${order.number}, ${order.id}`],
      ['funnel', order.funnel],
      ['run', order.runId],
      ['price', `${order.priceCents} cents`],
      ['status', order.status],
      ['payment', order.paymentId ?? 'none'],
      ['ordered', iso(complete.receivedAt)],
    ]
    const changes = events.filter(({ type }) => orderChanges.has(type)).map(describeChange)
    return [...facts.map(([name, text]) => `${name.padEnd(9)} ${text}`), ...changes].join('\n')
  }

function describeChange({ type, receivedAt, data }: StoredEvent): string {
  const by = 'by' in data && data.by ? `, by ${data.by}` : ''
  return `${iso(receivedAt)}  ${type}${by}`
}

const noEmail = 'This command sends no e-mail: please inform the customer.'

const withdraw =
  (key: string): OrderCommand =>
  async (store, now) => {
    const { order } = await find(store, key)
    const outcome = await changeOrder(store.log, order.id, decideOperatorWithdrawal, { now: now() })
    if (outcome.code !== 'changed') throw new CommandRefused(`Order ${order.number} is withdrawn already.`)
    const { paymentId } = outcome.order
    const refund = paymentId === null ? 'Nothing was paid.' : `Refund payment ${paymentId}.`
    return `Order ${order.number} is withdrawn. ${refund} ${noEmail}`
  }

const revoke =
  (key: string): OrderCommand =>
  async (store, now) => {
    const { order } = await find(store, key)
    const outcome = await changeOrder(store.log, order.id, decideOperatorRevocation, { now: now() })
    if (outcome.code === 'changed')
      return `The withdrawal of order ${order.number} is revoked. The order is ${outcome.order.status}. ${noEmail}`
    const stage = outcome.code === 'unknown-order' ? 'none' : outcome.code
    throw new CommandRefused(`Order ${order.number} ${notPending[stage]}.`)
  }

const notPending: Record<NotPending, string> = {
  none: 'has no declared withdrawal',
  revoked: 'has a withdrawal that was revoked already',
  withdrawn: 'is withdrawn, which is final',
}

async function find(store: OrderStore, key: string): Promise<FoundOrder> {
  const byId = await findOrder(store.log, key)
  const id = byId ? undefined : await store.people.findOrder(key.trim().toUpperCase())
  const found = byId ?? (id === undefined ? undefined : await findOrder(store.log, id))
  if (!found) throw new CommandRefused(`There is no order ${JSON.stringify(key)}.`)
  return found
}

const iso = (at: number) => new Date(at).toISOString().replace(/\.\d+/, '')
