import type { Attempt, DeliveriesQuery, Delivery } from '#db/delivery-store.ts'
import type { Store } from '#db/store.ts'
import type { ReportedOrder } from '#domain/reports/report-shapes.ts'
import type { DeliveriesReport, DeliveryReport } from '#domain/reports/quality-shapes.ts'
import { endpointName } from '#service/forwarding/endpoint.ts'
import { wrongParameter } from './read-query.ts'

type State = DeliveryReport['state']

export interface DeliveryPage {
  rows: DeliveriesReport['rows']
  /** Id behind which the next page starts; undefined on the last. */
  next: number | undefined
}

/** One page of the deliveries, newest first, behind an id. */
export async function readDeliveryPage(
  store: Pick<Store, 'deliveries'>,
  state: State | undefined,
  size: number,
  before: number | undefined,
): Promise<DeliveryPage> {
  const found = await store.deliveries.list({
    limit: size + 1,
    ...(state && inState(state)),
    ...(before !== undefined && { before }),
  })
  const shown = found.slice(0, size)
  return { rows: shown.map(reportDelivery), next: found.length > size ? shown.at(-1)?.id : undefined }
}

/** How many there are in each state. */
export async function countDeliveries(store: Pick<Store, 'deliveries'>): Promise<DeliveriesReport['counts']> {
  const [counted, retrying] = await Promise.all([
    store.deliveries.countByState(),
    store.deliveries.countRetrying(),
  ])
  const of = (state: Delivery['state']) => counted.find((one) => one.state === state)?.count ?? 0
  // The two are read one after the other, so a message may have moved on in between.
  const pending = Math.max(0, of('pending') - retrying)
  return { pending, retrying, delivered: of('delivered'), dead: of('dead') }
}

/** The messages about events of the log, by their positions. */
export async function deliveriesAt(
  store: Pick<Store, 'deliveries'>,
  positions: number[],
): Promise<Map<number, NonNullable<ReportedOrder['delivery']>>> {
  if (positions.length === 0) return new Map()
  const found = await store.deliveries.at(endpointName, positions)
  return new Map(
    found.map(reportDelivery).map(({ position, id, state, attempts, nextAttemptAt }) => {
      return [position, { id, state, attempts, nextAttemptAt }]
    }),
  )
}

/** A delivery with its attempts. */
export function reportAttempts({
  delivery,
  attempts,
}: {
  delivery: Delivery
  attempts: Attempt[]
}): DeliveryReport {
  const log = attempts.map(({ number, startedAt, durationMs, httpStatus, error }) => {
    return { number, startedAt: iso(startedAt), durationMs: Math.round(durationMs), httpStatus, error }
  })
  return { ...reportDelivery(delivery), log }
}

export function reportDelivery(delivery: Delivery): DeliveriesReport['rows'][number] {
  const { id, position, runId, eventType, sequence, attempts, createdAt, nextAttemptAt, finishedAt } =
    delivery
  const isPending = delivery.state === 'pending'
  return {
    id,
    position,
    runId,
    eventType,
    sequence,
    state: isPending && attempts > 0 ? 'retrying' : delivery.state,
    attempts,
    createdAt: iso(createdAt),
    nextAttemptAt: isPending ? iso(nextAttemptAt) : null,
    finishedAt: finishedAt === null ? null : iso(finishedAt),
  }
}

function inState(state: State): Pick<DeliveriesQuery, 'state' | 'tried'> {
  switch (state) {
    case 'pending':
      return { state, tried: false }
    case 'retrying':
      return { state: 'pending', tried: true }
    default:
      return { state }
  }
}

/** Throws a 400 problem when a cursor is not the id of a delivery. */
export function readDeliveryCursor(cursor: string): number {
  if (!/^[1-9]\d{0,14}$/.test(cursor))
    throw wrongParameter(
      'cursor',
      `read ${JSON.stringify(cursor)}, must be the nextCursor of the page before, unchanged`,
    )
  return Number(cursor)
}

const iso = (at: number) => new Date(at).toISOString()
