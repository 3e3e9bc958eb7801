import { Hono } from 'hono'
import { validate } from 'uuid'
import { type SentResult, maxPrinted, sentSchema } from '#domain/desk/desk-contract.ts'
import type { OperatorVariables } from '#service/access/require-operator.ts'
import { Problem } from '#service/http/errors.ts'
import { type FoundOrder, findOrder } from '#service/orders/find-order.ts'
import { carryOut } from '#service/orders/operator-commands.ts'
import type { DeskParts } from './desk-parts.ts'
import * as described from './describe-letters.ts'
import { fileResponse } from './files.ts'
import { type CheckedLetters, checkLetters, createPrinter } from './print-letters.ts'
import { malformed, readBody, refused, unknown } from './problems.ts'

/** Returns the routes for several letters at once: to print them and to report them as posted. */
export function letterBatchRoutes(parts: DeskParts) {
  const { api, store, limit, operator, audit, noStore } = parts
  const routes = new Hono<OperatorVariables>()
  const print = createPrinter(store)

  routes.get(`${api}/letters`, described.letters, limit, operator, async (c) => {
    const orders = await findAll(parts, readIds(c.req.query('orders')))
    const checked = await checkLetters(parts, orders)
    const action = 'print-letter'
    if (checked.code !== 'letters') {
      const detail = `refused ${checked.code}`
      for (const { order } of checked.orders) await audit(c, { action, orderId: order.id, detail })
      throw refusedPrint(checked)
    }
    for (const { order } of orders) await audit(c, { action, orderId: order.id })
    const result = await print(checked.letters)
    if (result.code === 'merged') return fileResponse(result.pdf, 'Briefe.pdf')
    const detail = `refused ${result.code}`
    for (const { order } of orders) await audit(c, { action, orderId: order.id, detail })
    throw result.code === 'busy' ? busy() : refused('missing', 'A letter is no longer stored.')
  })

  routes.post(`${api}/sent`, described.sent, limit, operator, async (c) => {
    const { orderIds, postedOn } = await readBody(c, sentSchema)
    const results: SentResult['results'] = []
    for (const orderId of new Set(orderIds)) {
      const found = await findOrder(store.log, orderId)
      const code = found
        ? (await carryOut(parts.commandsOf(c), found, { command: 'sent', postedOn })).code
        : 'unknown-order'
      results.push({ orderId, number: found?.order.number ?? null, code })
    }
    if (results.some(({ code }) => code === 'done')) parts.onCommit()
    return c.json({ results }, 200, noStore)
  })
  return routes
}

function readIds(query = ''): string[] {
  const ids = [...new Set(query.split(',').filter(Boolean))]
  if (ids.length === 0 || ids.length > maxPrinted || !ids.every((id) => validate(id)))
    throw malformed(['orders'], 'orders')
  return ids
}

async function findAll({ store }: DeskParts, ids: readonly string[]): Promise<FoundOrder[]> {
  const orders: FoundOrder[] = []
  for (const id of ids) {
    const found = await findOrder(store.log, id)
    if (!found) throw unknown('order')
    orders.push(found)
  }
  return orders
}

const refusals: Record<Exclude<CheckedLetters['code'], 'letters'>, string> = {
  'letter-service': 'The letter service prints and posts the letters.',
  'not-submitted': 'Only letters that are handed over, and not stopped or posted, can be printed.',
  missing: 'A letter is no longer stored.',
  'too-large': 'The letters are too large to be printed together.',
}

function refusedPrint({ code, orders }: Exclude<CheckedLetters, { code: 'letters' }>): Problem {
  const numbers = orders.map(({ order }) => order.number)
  return refused(code, `${refusals[code]} Orders: ${numbers.join(', ')}.`, numbers)
}

function busy(): Problem {
  return new Problem({
    status: 503,
    type: 'busy',
    title: 'Busy',
    detail: 'Other letters are being put together. Try again in a moment.',
    retryAfter: 5,
  })
}
