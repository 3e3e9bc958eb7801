import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { sinceSchema } from '#domain/reports/as-of-shapes.ts'
import { liveContract } from '#domain/reports/live/shape.ts'
import { ordersContract } from '#domain/reports/orders/shape.ts'
import { overviewContract } from '#domain/reports/overview/shape.ts'
import { qualityContract } from '#domain/reports/quality/shape.ts'
import type { StoredEvent } from '#domain/events/stored-event.ts'
import { type Range, daysIn, liveOf, overviewOf, trackingOf, within } from './recount-figures.ts'
import { minute } from '#tests/service/reports/open-reports.ts'
import { berlin, knownRuns } from './recount-runs.ts'
import { describeRecount } from './recount-engines.ts'
import { pastReports, sinceOf } from './recount-since.ts'
import { expectSame } from './recount-worlds.ts'

// Compares every figure of these reports with a figure computed independently from the raw events.

describeRecount('overview, orders and quality', (worlds) => {
  test('overview', () =>
    worlds().inEveryWorld(async ({ past, runs, range, before }) => {
      const report = await worlds().ask(overviewContract.shape, 'overview', { ...range, ...past })
      expect(report).toMatchObject({ ...range, before, ...overviewOf(runs, range, before) })
    }))

  test('live', () =>
    worlds().inEveryWorld(async ({ delivered }) => {
      const { clock } = worlds().reports.service
      // Check the report at two times: shortly after all events were received, and 20 minutes after the first event.
      for (const now of [clock.now() + 3 * minute, delivered[0]!.at + 20 * minute]) {
        clock.set(now)
        const report = await worlds().ask(liveContract.shape, 'live', {})
        expect(report).toMatchObject({ now: new Date(now).toISOString(), ...liveOf(delivered, now) })
      }
    }))

  test('orders, including those of bots', () =>
    worlds().inEveryWorld(async ({ past, events, range }) => {
      const report = await worlds().ask(ordersContract.shape, 'orders', { ...range, ...past })
      const orders = events.filter(({ type, at }) => type === 'complete' && inRange(berlin(at), range))
      const reported = report.rows.map(({ runId, time, priceCents, status }) => [
        runId,
        time,
        priceCents,
        status,
      ])
      const expected = orders.map(({ runId, at, data }) => {
        const { priceCents } = data as { priceCents: number }
        const own = events.filter((event) => event.runId === runId).map(({ type }) => type)
        const declared = own.indexOf('withdrawal_declared')
        const pending = declared >= 0 && !own.slice(declared).includes('withdrawal_revoked')
        const paid = own.includes('paid') ? 'paid' : 'ordered'
        const status = own.includes('withdrawn') ? 'withdrawn' : pending ? 'withdrawal_declared' : paid
        return [runId, new Date(at).toISOString(), priceCents, status]
      })
      expectSame(reported, expected)
      const times = reported.map(([, time]) => `${time}`)
      expect(times).toEqual([...times].sort().toReversed())
    }))

  test('the changes since, in every past report', () =>
    worlds().inEveryWorld(async (world) => {
      const { past, delivered, events } = world
      const expectSince = async (all: readonly StoredEvent[]) => {
        const position = await worlds().reports.service.store.log.head()
        for (const { path, query, runs } of pastReports(world, all)) {
          const { since } = await worlds().ask(pastSchema, path, query)
          const expected = { position, ...sinceOf({ delivered: all, length: events.length, runs }) }
          expect([path, since]).toEqual([path, past.asOf === undefined ? undefined : expected])
        }
      }
      await expectSince(delivered)
      // Append further events to the runs and check the reports again.
      const later = delivered
        .filter(({ type }) => type !== 'complete')
        .map((event) => ({ ...event, id: randomUUID() }))
      await worlds().reports.append(...later)
      await expectSince([...delivered, ...later])
    }))

  test('quality of the data', () =>
    worlds().inEveryWorld(async ({ delivered: events, range, receivedOn }) => {
      const issues = [{ path: 'data.seconds', code: 'too_small' }]
      const refusal = {
        receivedAt: worlds().reports.service.clock.now(),
        type: 'step',
        funnel: 'anmeldung',
        issues,
      }
      const [repeated, rejected] = [events.slice(1), [refusal, refusal]]
      await worlds().reports.append(...repeated)
      const { log } = worlds().reports.service.store
      await log.append({ events: [], rejected, now: refusal.receivedAt, dedupeWindowMs: 0 })
      const report = await worlds().ask(qualityContract.shape, 'quality', range)
      // No client sent the events that the service wrote.
      const sent = events.filter(isSent)
      const duplicates = repeated.filter(isSent).length
      const robots = sent.filter(({ meta }) => meta.bot).length
      const waterfall = {
        received: sent.length + duplicates + rejected.length,
        duplicates,
        rejected: rejected.length,
        stored: sent.length,
        replayed: 0,
        robots,
        counted: sent.length - robots,
      }
      if (inRange(receivedOn, range)) {
        expect(report.days.find((one) => one.day === receivedOn)).toEqual({ day: receivedOn, ...waterfall })
        expect(report.totals).toEqual(waterfall)
        expect(report.rejections).toMatchObject([{ type: 'step', ...issues[0], count: 2 }])
      } else expect(report.totals).toMatchObject({ received: 0, stored: 0 })
    }))

  test('loss of tracking', () =>
    worlds().inEveryWorld(async ({ delivered, range }) => {
      const { tracking } = await worlds().ask(qualityContract.shape, 'quality', range)
      const counted = within(knownRuns(delivered), range)
      const { days, browsers, ...all } = tracking
      expect(all).toEqual(trackingOf(counted))
      const daily = daysIn(range).map((day) => ({
        day,
        ...trackingOf(within(counted, { from: day, to: day })),
      }))
      expect(days).toEqual(daily)
      const names = [...new Set(counted.flatMap(({ order }) => order?.browser ?? []))]
      const byBrowser = names.map((browser) => ({
        browser,
        ...trackingOf(counted.filter(({ order }) => order?.browser === browser)),
      }))
      expectSame(browsers, byBrowser)
    }))
})

const sentTypes = new Set(['start', 'step', 'invalid', 'email', 'abandon', 'complete'])

const isSent = ({ type }: StoredEvent) => sentTypes.has(type)

const pastSchema = z.object({ since: sinceSchema.optional() })

const inRange = (one: string, { from, to }: Range) => one >= from && one <= to
