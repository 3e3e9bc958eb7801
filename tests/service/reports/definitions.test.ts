import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AttributionReport } from '#domain/reports/attribution/shape.ts'
import type { DropOffReport } from '#domain/reports/drop-off/shape.ts'
import type { OverviewReport } from '#domain/reports/overview/shape.ts'
import type { RunsReport } from '#domain/reports/runs/shape.ts'
import type { StoredEventType } from '#domain/events/stored-event.ts'
import { serviceEvent } from '#service/orders/service-events.ts'
import { type Reports, minute, openReports, reached, run } from './open-reports.ts'

// What counts as revenue, which robots count, and which versions of a funnel are summed.

let reports: Reports
const noon = Date.parse('2026-11-20T11:00:00Z')
const today = 'from=2026-11-20&to=2026-11-20'
const robot = { userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1)' }

/** Places one order per list. The list contains the types of the events that follow the order. */
const ends: StoredEventType[][] = [
  [],
  ['paid'],
  ['paid', 'submitted', 'sent'],
  ['paid', 'withdrawn'],
  ['paid', 'submitted', 'failed'],
  ['paid', 'refunded'],
  ['paid', 'withdrawal_declared'],
]

beforeAll(async () => {
  reports = await openReports()
  for (const types of ends) await order({}, types)
  await order(robot, [])
  await order(robot, ['paid'])
  await order(robot, ['paid', 'refunded'])
})
afterAll(() => reports.service.close())

async function order(sending: { userAgent?: string }, types: readonly StoredEventType[]): Promise<void> {
  const event = run()
  await reports.send({ at: noon, ...sending }, event('start', noon - minute), event('complete', noon))
  const { store } = reports.service
  const placed = (await store.log.read(0, 1000)).findLast(({ type }) => type === 'complete')!
  const events = types.map((type, index) =>
    serviceEvent(
      type as 'paid',
      `${placed.id}:${index + 1}`,
      dataOf(type, placed.id) as never,
      placed,
      noon + index,
    ),
  )
  await store.log.append({ events, rejected: [], now: noon, dedupeWindowMs: 0 })
}

function dataOf(type: StoredEventType, orderId: string): object {
  if (type === 'paid') return { orderId, paymentId: `pay-${orderId}`, amountCents: 4999 }
  if (type === 'failed') return { orderId, reason: 'unprintable' }
  if (type === 'refunded') return { orderId, amountCents: 4999 }
  return { orderId }
}

async function read<Report>(path: string): Promise<Report> {
  const response = await reports.get(path)
  expect(response.status, await response.clone().text()).toBe(200)
  return (await response.json()) as Report
}

test('the net revenue is the price of orders that are paid and neither withdrawn, failed nor refunded', async () => {
  // Paid; sent; withdrawal declared but not final; the robot's order that was paid and not refunded.
  const netRevenueCents = 4 * 4999
  const overview = await read<OverviewReport>(`overview?${today}`)
  expect(overview.totals).toMatchObject({ orders: 9, revenueCents: 9 * 4999, netRevenueCents })
  const attribution = await read<AttributionReport>(`attribution?${today}&model=linear&by=source`)
  expect(attribution.totals).toMatchObject({ orders: 9, revenueCents: 9 * 4999, netRevenueCents })
})

test('a robot counts only with a paid order, and is marked in every list', async () => {
  expect((await reports.dropOff('2026-11-20')).completed).toBe(9)
  const robots = await read<RunsReport>(`runs?${today}&figure=robot`)
  expect(robots.rows.map((row) => [row.robot, row.orderStatus])).toEqual([
    [true, expect.stringMatching(/paid|refunded/)],
    [true, expect.stringMatching(/paid|refunded/)],
  ])
  const { rows } = await reports.orders('2026-11-20')
  expect(rows.filter((row) => row.robot).map(({ status }) => status)).toEqual(['refunded', 'paid', 'ordered'])
  expect(rows.filter((row) => !row.robot)).toHaveLength(ends.length)
})

test('versions with the same steps are counted together, others are named', async () => {
  const at = Date.parse('2026-11-24T11:00:00Z')
  const day = '2026-11-24'
  reports.service.clock.set(at)
  const { log } = reports.service.store
  const [start] = await log.read(0, 1)
  // This release knows version 1 only. Steps of unknown versions are numbered, so those of 7 and 8 are the same.
  for (const [index, version] of [1, 7, 7, 8].entries()) {
    const own = { at, occurredAt: at, sentAt: at, receivedAt: at, funnelVersion: version }
    const id = `00000000-0000-4000-8000-00000000000${index}`
    await reports.append({ ...start!, ...own, id, runId: id })
  }
  const newest = await reports.dropOff(day)
  expect(newest).toMatchObject({ funnelVersion: 8 } satisfies Partial<DropOffReport>)
  expect(newest.funnelVersions).toEqual([
    { version: 8, runs: 1, counted: true },
    { version: 7, runs: 2, counted: true },
    { version: 1, runs: 1, counted: false },
  ])
  expect(reached(newest)[0]).toBe(3)
  expect(newest.stages[1]!.name).toBe('step-1')

  const first = await reports.dropOff(day, day, '&funnelVersion=1')
  expect([first.funnelVersion, reached(first)[0]]).toEqual([1, 1])
  expect(first.funnelVersions.map(({ counted }) => counted)).toEqual([false, false, true])
  // Filters never change which versions are counted.
  expect((await reports.dropOff(day, day, '&device=desktop')).funnelVersion).toBe(8)
})
