import type { OrderRow } from '#db/projection-store.ts'
import type { Store } from '#db/store.ts'
import type { ReportedOrder } from '#domain/reports/report-shapes.ts'
import { deliveriesAt } from './deliveries.ts'
import { wrongParameter } from './read-query.ts'

export interface OrderPlace {
  at: number
  position: number
}

export interface OrdersQuery {
  from: string
  to: string
  funnel?: string | undefined
}

export interface OrderPage {
  asOfPosition: number
  rows: ReportedOrder[]
  /** Where the next page starts; undefined on the last. */
  next: OrderPlace | undefined
}

/** One page of the orders list, newest first, behind a place. */
export async function readOrderPage(
  store: Pick<Store, 'reports' | 'deliveries'>,
  { from, to, funnel }: OrdersQuery,
  size: number,
  before: OrderPlace | undefined,
): Promise<OrderPage> {
  const { asOfPosition, rows } = await store.reports.orders({
    from,
    to,
    limit: size + 1,
    ...(funnel !== undefined && { funnel }),
    ...(before && { before }),
  })
  const shown = rows.slice(0, size)
  const last = shown.at(-1)
  const messages = await deliveriesAt(
    store,
    shown.map(({ position }) => position),
  )
  return {
    asOfPosition,
    rows: shown.map((row) => reportedOrder(row, messages.get(row.position) ?? null)),
    next: rows.length > size && last ? { at: last.at, position: last.position } : undefined,
  }
}

function reportedOrder(order: OrderRow, delivery: ReportedOrder['delivery']): ReportedOrder {
  const { number, funnel, at, priceCents, status, source, runId } = order
  return { number, funnel, time: new Date(at).toISOString(), priceCents, status, source, runId, delivery }
}

export function writeCursor({ at, position }: OrderPlace): string {
  return Buffer.from(`${at}.${position}`).toString('base64url')
}

/** Throws a 400 problem when a cursor is not one that `writeCursor` wrote. */
export function readCursor(cursor: string): OrderPlace {
  const match = /^(\d{1,15})\.(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'))
  const place = match && { at: Number(match[1]), position: Number(match[2]) }
  if (!place || writeCursor(place) !== cursor)
    throw wrongParameter(
      'cursor',
      `read ${JSON.stringify(cursor)}, must be the nextCursor of the page before, unchanged`,
    )
  return place
}
