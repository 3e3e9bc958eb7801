import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ReportStore } from '#db/ports/report-store.ts'
import type { StoredEvent } from '#domain/events/stored-event.ts'
import { objectionPeriod } from '#domain/orders/decide-withdrawal.ts'
import type { Store } from '#db/ports/store.ts'
import { readOrderCommand } from '#service/commands/order-commands.ts'
import { excludeRun, includeRun } from '#service/projections/exclude-run.ts'
import { orderKey } from '#domain/log/once-keys.ts'
import { createProjector } from '#service/projections/projector.ts'
import { rebuildProjections } from '#service/projections/rebuild.ts'
import { createPastReports, rowsVersion } from '#service/reports/past/past-reports.ts'
import { ResumedRuns } from '#service/reports/past/resumed-runs.ts'
import { runDimensions } from '#domain/runs/dimensions.ts'
import { breakdown, dropOff } from '#service/reports/drop-off.ts'
import { overview } from '#service/reports/overview.ts'
import { serviceEvent } from '#service/orders/service-events.ts'
import { changeOrder } from '#service/orders/change-order.ts'
import { type DecideByDeadline, withdrawOverdue } from '#service/withdrawals/deadlines.ts'
import { noon, storedEvent } from '#tests/build-events.ts'
import { readReport } from '#tests/service/reports/define/read-report.ts'
import { projectedEngines } from './projected-engines.ts'
import { type ProjectedStore, silent } from './projected-store.ts'
import { deliveredEvents } from './random-runs.ts'
import { ordersQuery } from '#tests/db/orders-query.ts'

const now = () => noon

const dueOrders = (store: Store) =>
  readOrderCommand(['list'])({
    store,
    now,
    submitAfterMs: 0,
    letterService: false,
    audit: async () => undefined,
    resendEmail: async () => ({ code: 'done' }),
    customerOrderOf: async () => undefined,
  })
const range = { from: '2026-11-20', to: '2026-11-22' }
const destinations = ['webhook', 'conversions'] as const
const outbox = { destinations, now: noon }

const events = fc
  .sample(deliveredEvents, { numRuns: 12, seed: 5 })
  .flatMap((sample, index) =>
    sample.map((event) => ({ ...event, id: `${index}-${event.id}`, runId: `${index}-${event.runId}` })),
  )
const runIds = [...new Set(events.map(({ runId }) => runId))]
const isOrdered = (runId: string) =>
  events.some((event) => event.runId === runId && event.type === 'complete')
const chosen = [...runIds.filter(isOrdered).slice(0, 2), ...runIds.filter((id) => !isOrdered(id)).slice(0, 3)]
const others = events.filter(({ runId }) => !chosen.includes(runId))

async function readFigures(reports: ReportStore) {
  const runs = { ...range, funnels: ['anmeldung', 'abmeldung'], segment: {}, butNot: [], limit: 1000 }
  const { rows } = await reports.attributionModels({
    ...range,
    by: 'source',
    funnels: runs.funnels,
    kinds: [],
  })
  return {
    overview: await readReport(overview, reports, range),
    dropOff: await readReport(dropOff, reports, { ...range, funnel: 'anmeldung' }),
    breakdowns: await Promise.all(
      runDimensions.map((by) => readReport(breakdown, reports, { ...range, funnel: 'anmeldung', by })),
    ),
    orders: (await reports.orders(ordersQuery({ ...range, limit: 1000 }))).rows,
    completed: (await reports.runsOf({ ...runs, anyOf: ['completed'] })).rows,
    started: (await reports.runsOf({ ...runs, anyOf: [0, 1, 2, 3].map((step) => `stage:${step}`) })).rows,
    credits: rows.map((row) => JSON.stringify(row, Object.keys(row).toSorted())).toSorted(),
  }
}

/**
 * Returns the state of each webhook message by event type. Returns `due` for a pending message that may be sent from
 * `noon` on. The tests call `includeRun` at `noon`, so a `due` message was enqueued or released by `includeRun`.
 */
async function states({ store }: ProjectedStore) {
  const deliveries = await store.outbox.list({ destination: 'webhook', limit: 99 })
  return Object.fromEntries(
    deliveries.map(({ eventType, state, nextAttemptAt }) => [
      eventType,
      state === 'pending' && nextAttemptAt === outbox.now ? 'due' : state,
    ]),
  )
}

describe.each(projectedEngines())('an excluded run on $name', ({ open }) => {
  let projected: ProjectedStore
  beforeEach(async () => {
    projected = await open()
  })
  afterEach(() => projected.close())

  const exclude = (runId: string) =>
    excludeRun(projected.store, { runId, at: noon, by: 'operator', reason: '' })
  const include = (runId: string) => includeRun(projected.store, runId, outbox)

  test('is not counted in any report, and has the same figures after it is included again', async () => {
    const { store, append, catchUp, rows } = projected
    await append(...events)
    await catchUp()
    const all = await rows()
    for (const runId of chosen) expect(await exclude(runId)).toBe('done')
    const without = await rows()
    expect(without.runs.length).toBe(all.runs.length - chosen.length)
    expect(without.orders.length).toBe(all.orders.length - 2)

    await rebuildProjections({ store, now })
    expect(JSON.stringify(await rows())).toBe(JSON.stringify(without))

    for (const runId of chosen) expect(await include(runId)).toBe('done')
    expect(JSON.stringify(await rows())).toBe(JSON.stringify(all))
    await rebuildProjections({ store, now })
    expect(JSON.stringify(await rows())).toBe(JSON.stringify(all))
    expect(others.length).toBeLessThan(events.length)
  })

  test('is skipped while it continues, and counted with all its events when it is included', async () => {
    const { store, append, catchUp, rows } = projected
    const half = events.length / 2
    await append(...events.slice(0, half))
    await catchUp()
    for (const runId of chosen) await exclude(runId)
    await append(...events.slice(half))
    await catchUp(7)
    const without = await rows()
    await rebuildProjections({ store, now })
    expect(JSON.stringify(await rows())).toBe(JSON.stringify(without))
    for (const runId of chosen) await include(runId)
    const all = await rows()
    expect(all.runs.length).toBe(runIds.length)
    await rebuildProjections({ store, now })
    expect(JSON.stringify(await rows())).toBe(JSON.stringify(all))
  })

  test('is omitted from past reports until it is included again', async () => {
    const { store, append, catchUp } = projected
    const half = Math.floor(events.length / 2)
    for (const runId of chosen) await exclude(runId)
    await append(...events.slice(0, half))
    await catchUp()
    const without = await readFigures(store.reports)
    for (const runId of chosen) await include(runId)
    const withAll = await readFigures(store.reports)
    await append(...events.slice(half))
    await catchUp()

    const past = async () => {
      const resumed = new ResumedRuns(store, half)
      return readFigures(
        createPastReports({ store, resumed, rows: rowsVersion(await store.projections.live()) }),
      )
    }
    const strip = (figures: Awaited<ReturnType<typeof readFigures>>) => ({
      ...figures,
      overview: { ...figures.overview, asOfPosition: half },
      dropOff: { ...figures.dropOff, asOfPosition: half },
    })
    expect(strip(await past())).toEqual(strip(withAll))
    for (const runId of chosen) await exclude(runId)
    expect(strip(await past())).toEqual(strip(without))
    expect(without.orders.length).toBeLessThan(withAll.orders.length)
  })

  test('restarts a past report that is being computed', async () => {
    const { store, append, catchUp } = projected
    await append(...events)
    await catchUp()
    const resumed = new ResumedRuns(store, 5)
    const reports = createPastReports({ store, resumed, rows: rowsVersion(await store.projections.live()) })
    await readReport(overview, reports, range)
    await exclude(chosen[0]!)
    await expect(readReport(overview, reports, range)).rejects.toMatchObject({ members: { status: 503 } })
    await expect(reports.orders(ordersQuery({ ...range, limit: 9 }))).rejects.toMatchObject({
      members: { status: 503 },
    })
  })

  test('is omitted by a rebuild in progress', async () => {
    const { store, append, catchUp, rows } = projected
    await append(...events)
    await catchUp()
    let excluded = false
    const settings = {
      store: {
        ...store,
        projections: {
          ...store.projections,
          commit: async (batch: Parameters<typeof store.projections.commit>[0]) => {
            const outcome = await store.projections.commit(batch)
            // Exclude the runs during the rebuild, when the rebuilt rows already contain some of their events.
            if (!excluded && batch.to > events.length / 2) {
              excluded = true
              for (const runId of chosen) await exclude(runId)
            }
            return outcome
          },
        },
      },
      now,
      batchSize: 5,
    }
    await rebuildProjections(settings)
    const rebuilt = await rows()
    expect(excluded).toBe(true)
    expect(rebuilt.runs.length).toBe(runIds.length - chosen.length)
    await rebuildProjections({ store, now })
    expect(JSON.stringify(await rows())).toBe(JSON.stringify(rebuilt))
  })

  test('enqueues no message until it is included, and then those of the events in between', async () => {
    const { store, append, catchUp } = projected
    const runId = 'r1'
    const step = (id: string) => storedEvent('step', { id, runId })
    const listed = async () =>
      (await store.outbox.list({ destination: 'webhook', limit: 99 }))
        .map(({ messageId, sequence }) => [messageId, sequence])
        .toReversed()
    await append(step('a'))
    await catchUp(9, destinations)
    await exclude(runId)
    await append(step('b'), storedEvent('converted', { id: 'c', runId, meta: { consent: 'marketing' } }))
    await catchUp(9, destinations)
    expect(await listed()).toEqual([['msg_a', 1]])
    expect(await include(runId)).toBe('done')
    expect(await listed()).toEqual([
      ['msg_a', 1],
      ['msg_b', 2],
    ])
    expect(await store.outbox.list({ destination: 'conversions', limit: 9 })).toMatchObject([
      { messageId: 'c' },
    ])
    await append(step('d'))
    await catchUp(9, destinations)
    expect((await listed()).at(-1)).toEqual(['msg_d', 3])
  })

  describe('of an order', () => {
    const runId = 'r1'
    const declared = storedEvent('withdrawal_declared', { id: 'declared', runId })
    /**
     * Appends an order whose events were received an hour before `noon`, and then further events. The messages about
     * the order are `pending`. They become `due` (see `states`) only if an inclusion releases them.
     */
    async function order(...more: StoredEvent[]) {
      const at = noon - 3_600_000
      const ordered = [storedEvent('start', { runId, at }), storedEvent('complete', { id: 'o', runId, at })]
      await projected.append(...ordered, ...more)
      await projected.catchUp(9, destinations)
    }
    async function includeAfter(...more: StoredEvent[]) {
      await exclude(runId)
      await projected.append(...more)
      await projected.catchUp(9, destinations)
      expect(await include(runId)).toBe('done')
    }

    test.each([
      ['releases held messages', 'withdrawal_revoked', { start: 'due', complete: 'due' }],
      ['discards held messages', 'withdrawn', { start: 'discarded', complete: 'discarded' }],
    ] as const)('%s if the withdrawal was decided by %s in the meantime', async (_, type, expected) => {
      await order(declared)
      expect(await states(projected)).toMatchObject({ start: 'held', complete: 'held' })
      await includeAfter(storedEvent(type, { id: 'decided', runId }))
      expect(await states(projected)).toMatchObject({ ...expected, [type]: 'due' })
    })

    test('holds pending and new messages if a withdrawal was declared in the meantime', async () => {
      await order()
      expect(await states(projected)).toEqual({ start: 'pending', complete: 'pending' })
      await includeAfter(storedEvent('paid', { id: 'paid', runId }), declared)
      expect(await states(projected)).toEqual({
        start: 'held',
        complete: 'held',
        paid: 'held',
        withdrawal_declared: 'due',
      })
    })

    test('is listed while its withdrawal is pending, and withdrawn after the objection period', async () => {
      const { store } = projected
      const complete = storedEvent('complete', { runId: randomUUID() })
      const once = orderKey(complete.runId)
      await store.log.append({ events: [{ ...complete, once }] })
      await projected.catchUp()
      await exclude(complete.runId)
      const data = { orderId: complete.id, statement: randomUUID() }
      const declaration = serviceEvent('withdrawal_declared', `${complete.id}:1`, data, complete, noon)
      await store.log.append({ events: [declaration] })
      await projected.catchUp()
      expect(await dueOrders(store)).toContain(complete.id)

      const at = noon + objectionPeriod
      const decide: DecideByDeadline = (orderId, decision) =>
        changeOrder(store.log, orderId, decision, { now: at })
      const settings = { store, log: silent, decide }
      await withdrawOverdue({ ...settings, now: () => at - 1 })
      expect((await store.log.lastOfRun(complete.runId))?.type).toBe('withdrawal_declared')
      await withdrawOverdue({ ...settings, now: () => at })
      expect((await store.log.lastOfRun(complete.runId))?.type).toBe('withdrawn')
      expect(await dueOrders(store)).toContain('No order')
    })

    test('gets the messages that fulfil it when it is included, with the letter due after the payment', async () => {
      const { store, append, catchUp } = projected
      const all = ['documents', 'mail', 'letters'] as const
      const fulfilling = async () => {
        const rows = await store.outbox.list({ limit: 99 })
        return rows
          .toReversed()
          .map((row) => [row.destination, row.eventType, row.state, row.nextAttemptAt - noon])
      }
      await append(storedEvent('complete', { id: 'o', runId }))
      await catchUp(9, all)
      const ordered = [
        ['documents', 'complete', 'pending', 0],
        ['mail', 'complete', 'pending', 24 * 3_600_000],
      ]
      expect(await fulfilling()).toEqual(ordered)
      await exclude(runId)
      await append(storedEvent('paid', { id: 'paid', runId }))
      await catchUp(9, all)
      await rebuildProjections({ store, now })
      expect(await fulfilling()).toEqual(ordered)
      const includeNow = () =>
        includeRun(store, runId, { destinations: all, submitAfterMs: 60_000, now: noon })
      expect(await includeNow()).toBe('done')
      const paid = [
        ['documents', 'paid', 'pending', 0],
        ['letters', 'paid', 'pending', 60_000],
      ]
      expect(await fulfilling()).toEqual([...ordered, ...paid])
      await exclude(runId)
      await append(declared)
      await catchUp(9, all)
      expect(await includeNow()).toBe('done')
      expect((await fulfilling()).slice(-2)).toEqual([
        ['letters', 'paid', 'held', 60_000],
        ['letters', 'withdrawal_declared', 'pending', 0],
      ])
      await exclude(runId)
      await append(storedEvent('withdrawn', { id: 'withdrawn', runId }))
      await catchUp(9, all)
      expect(await includeNow()).toBe('done')
      expect((await fulfilling()).slice(-4).toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual([
        ['letters', 'paid', 'discarded', 60_000],
        ['letters', 'withdrawal_declared', 'pending', 0],
        ['letters', 'withdrawn', 'pending', 0],
        ['mail', 'withdrawn', 'pending', 0],
      ])
      await rebuildProjections({ store, now })
      expect(await fulfilling()).toHaveLength(7)
    })

    test('keeps pending messages unchanged if no withdrawal was declared', async () => {
      await order()
      await includeAfter(storedEvent('paid', { id: 'paid', runId }))
      expect(await states(projected)).toEqual({ start: 'pending', complete: 'pending', paid: 'due' })
    })
  })
})

const damaged = (runId: string) =>
  storedEvent('invalid', { runId, id: `bad-${runId}`, data: { fields: null } })

describe.each(projectedEngines())('a run that cannot be projected on $name', ({ open }) => {
  let projected: ProjectedStore
  const excludedRuns: { runId: string; reason: string }[] = []
  beforeEach(async () => {
    projected = await open()
    excludedRuns.length = 0
  })
  afterEach(() => projected.close())

  async function project(size = 100) {
    const { store } = projected
    const projector = createProjector({ store, onExcluded: (run) => excludedRuns.push(run) })
    for (;;) {
      const place = await store.projections.live()
      if ((await projector.next(place, { size, now: noon })).kind === 'idle') return
    }
  }

  test('is excluded with a reason, and the others are projected', async () => {
    const { store, append, rows } = projected
    const half = events.length / 2
    await append(...events.slice(0, half), damaged('x'), ...events.slice(half), damaged('y'))
    await project()
    expect(excludedRuns.map(({ runId }) => runId)).toEqual(['x', 'y'])
    expect(await store.exclusions.find('x')).toMatchObject({
      by: 'service',
      reason: expect.stringMatching(/^TypeError: .*iterable/) as string,
    })
    const live = await rows()
    expect(live.runs.length).toBe(runIds.length)
    await rebuildProjections({ store, now })
    expect(JSON.stringify(await rows())).toBe(JSON.stringify(live))
  })

  test('is subtracted from the figures in which it was counted', async () => {
    const { append, rows } = projected
    await append(...events)
    await project()
    const before = await rows()
    await append(storedEvent('start', { runId: 'x', id: 'x-start' }))
    await project()
    await append(damaged('x'))
    await project()
    expect(await rows()).toEqual(before)
  })

  test('is excluded if the database refuses its rows', async () => {
    const { store, append, rows } = projected
    // Neither SQLite nor PostgreSQL can store this funnel version, because it has more than 64 bits.
    const refused = [
      storedEvent('start', { runId: 'x', id: 'x-start', funnelVersion: 2 ** 70, meta: { browser: 'a' } }),
    ]
    await append(...events)
    const log = {
      ...store.log,
      read: async (after: number, limit: number) =>
        (await store.log.read(after, limit)).map((event) =>
          event.runId === 'x' ? { ...event, funnelVersion: refused[0]!.funnelVersion } : event,
        ),
    }
    await append({ ...refused[0]!, funnelVersion: 1 })
    const projector = createProjector({
      store: { ...store, log },
      onExcluded: (run) => excludedRuns.push(run),
    })
    for (;;)
      if ((await projector.next(await store.projections.live(), { size: 500, now: noon })).kind === 'idle')
        break
    expect(excludedRuns.map(({ runId }) => runId)).toEqual(['x'])
    expect((await rows()).runs.length).toBe(runIds.length)
  })

  test('does not exclude runs if most of a batch fail, or more than 50 in an hour', async () => {
    const { store, append } = projected
    await append(...Array.from({ length: 5 }, (_, index) => damaged(`same-${index}`)))
    await expect(project()).rejects.toThrow('cannot be projected')
    expect(excludedRuns).toEqual([])
    await expect(project(1)).resolves.toBeUndefined()
    await append(...Array.from({ length: 60 }, (_, index) => damaged(`more-${index}`)))
    await expect(project(1)).rejects.toThrow('iterable')
    expect(await store.exclusions.count(0)).toEqual([{ by: 'service', runs: 50 }])
  })
})
