import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asOfProgressSchema, sinceSchema } from '#domain/reports/as-of-shapes.ts'
import { createKeptPasts } from '#service/reports/past/kept-pasts.ts'
import { type Reports, minute, openReports, run } from './open-reports.ts'

let reports: Reports
let quoted: number
const noon = Date.parse('2026-11-20T11:00:00Z')
const range = 'from=2026-11-20&to=2026-11-20'
const [left, resumed, late] = [run(), run(), run()]

beforeAll(async () => {
  reports = await openReports()
  const { send, service } = reports
  await send({ at: noon + minute }, left('start', noon), resumed('start', noon + 1))
  await send({ at: noon + 2 * minute }, resumed('abandon', noon + minute))
  quoted = await service.store.log.head()
  await send({ at: noon + 9 * minute }, resumed('complete', noon + 8 * minute), late('start', noon))
})
afterAll(() => reports.service.close())

/** Repeats a request until the past report has been computed. */
async function get(path: string): Promise<Response> {
  for (;;) {
    const response = await reports.get(path)
    if (response.status !== 202) return response
    expect(response.headers.get('retry-after')).toBe('1')
    expect(asOfProgressSchema.parse(await response.json()).of).toBeGreaterThan(0)
  }
}

const paths = [
  `overview?${range}`,
  `drop-off?funnel=anmeldung&${range}`,
  `drop-off/trend?funnel=anmeldung&${range}`,
  `drop-off/breakdown?funnel=anmeldung&by=device&${range}`,
  `drop-off/fields?funnel=anmeldung&${range}`,
  `drop-off/silent?funnel=anmeldung&${range}`,
  `attribution?model=last&by=source&${range}`,
  `attribution/models?by=source&${range}`,
  `runs?figure=runs&${range}`,
  `orders?${range}`,
  `drop-off/choices?funnel=anmeldung&${range}`,
]

describe.each(paths)('%s', (path) => {
  test('is reported as of a past position, with the changes since', async () => {
    const response = await get(`${path}&asOf=${quoted}`)
    expect(response.status, await response.clone().text()).toBe(200)
    expect(response.headers.get('x-as-of-position')).toBe(String(quoted))
    const { asOfPosition, since } = (await response.json()) as { asOfPosition: number; since: unknown }
    expect(asOfPosition).toBe(quoted)
    // The list of orders counts only changes of runs with an order.
    const events = path.startsWith('orders')
      ? { events: 1, newRuns: 0, resumedRuns: 1 }
      : { events: 2, newRuns: 1, resumedRuns: 1 }
    expect(sinceSchema.parse(since)).toEqual({ position: quoted + 2, newOrders: 1, ...events })
  })

  test('shows the present without asOf, and rejects a position that is not projected yet', async () => {
    const present = (await (await get(path)).json()) as { asOfPosition: number; since?: unknown }
    expect(present.since).toBeUndefined()
    const refused = await get(`${path}&asOf=${present.asOfPosition + 1}`)
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({
      parameter: 'asOf',
      detail: `asOf: read "${present.asOfPosition + 1}", must be at most ${present.asOfPosition}, the last position that reports include.`,
    })
  })
})

describe('as of a minute in Berlin', () => {
  test.each(paths)('%s is that of the last position before', async (path) => {
    const byTime = await (await get(`${path}&asOf=2026-11-20T12:05`)).json()
    expect(byTime).toEqual(await (await get(`${path}&asOf=${quoted}`)).json())
    expect(byTime).toMatchObject({ asOfPosition: quoted })
  })

  test.each([
    [
      '2026-11-20T11:59',
      'moment-before-the-first-event',
      'first event was received at 2026-11-20T11:01:00.000Z',
    ],
    ['2026-11-20T12:10', 'moment-in-the-future', 'must not be in the future'],
  ])('%s is answered by a problem that says why', async (moment, type, why) => {
    const response = await get(`${paths[0]}&asOf=${moment}`)
    expect(response.status).toBe(400)
    const problem = (await response.json()) as { type: string; detail: string; parameter: string }
    expect(problem).toMatchObject({ type: `urn:formlotse:problem:${type}`, parameter: 'asOf' })
    expect(problem.detail).toContain(why)
  })

  test('the time of a position is reported', async () => {
    expect(await (await get(`moment?position=${quoted}`)).json()).toEqual({
      position: quoted,
      time: '2026-11-20T11:02:00.000Z',
      firstTime: '2026-11-20T11:01:00.000Z',
    })
    expect(await (await get('moment?position=999')).json()).toMatchObject({ time: null })
  })
})

const pathOf = (report: string) => paths.find((path) => path.startsWith(`${report}?`))!

test('the figures are those of the past position', async () => {
  const dropOff = await (await get(`${paths[1]}&asOf=${quoted}`)).json()
  expect(dropOff).toMatchObject({ completed: 0, abandoned: 1, open: 1 })
  const runs = await (await get(`${pathOf('runs')}&asOf=${quoted}`)).json()
  expect(runs).toMatchObject({
    total: 2,
    rows: [{ status: 'abandoned', orderNumber: null }, { status: 'open' }],
  })
  expect(await (await get(`${pathOf('orders')}&asOf=${quoted}`)).json()).toMatchObject({ rows: [] })
  const csv = await (await get(`attribution.csv?model=last&by=source&${range}&asOf=${quoted}`)).text()
  expect(csv).toContain('total,,2,0,0,0')
})

function open(over: object) {
  return createKeptPasts({ store: reports.service.store, now: () => noon, ...over })
}

describe('a past report', () => {
  const day = '2026-11-20'
  const query = {
    asOf: 1,
    upTo: 5,
    rows: '1:0',
    from: day,
    to: day,
    funnel: undefined,
    countedBy: 'start' as const,
  }

  test('is computed in the background and then kept', async () => {
    const { store } = reports.service
    const gate = Promise.withResolvers<void>()
    const resumedRuns: typeof store.projections.resumedRuns = async (chunk) => {
      await gate.promise
      return store.projections.resumedRuns(chunk)
    }
    const projections = { ...store.projections, resumedRuns }
    const pasts = open({ patienceMs: 0, store: { ...store, projections } })
    expect(await pasts.open(query)).toEqual({ kind: 'computing', done: 0, of: 4 })
    gate.resolve()
    let opened = await pasts.open(query)
    while (opened.kind === 'computing') opened = await pasts.open(query)
    expect(await pasts.open(query)).toEqual(opened)
    expect(pasts.size()).toBe(1)
  })

  test('is cancelled if it is not requested for a while', async () => {
    let at = noon
    const pasts = open({ patienceMs: 0, now: () => (at += 61_000) })
    await pasts.open(query)
    await expect.poll(() => pasts.size()).toBe(0)
  })

  test('replaces the one that was requested least recently', async () => {
    let at = noon
    const pasts = open({ patienceMs: 10_000, now: () => at++, maxKept: 2 })
    const opened = await pasts.open(query)
    await pasts.open({ ...query, asOf: 2 })
    await pasts.open(query)
    await pasts.open({ ...query, asOf: 3 })
    expect(pasts.size()).toBe(2)
    const again = await pasts.open(query)
    expect(again.kind === 'ready' && opened.kind === 'ready' && again.past === opened.past).toBe(true)
  })

  test('includes later events after it was computed', async () => {
    const pasts = open({ patienceMs: 10_000 })
    const opened = await pasts.open({ ...query, upTo: 3 })
    expect(opened).toMatchObject({ kind: 'ready', past: { since: { position: 3, events: 2 } } })
    const later = await Promise.all([pasts.open(query), pasts.open(query)])
    for (const one of later)
      expect(one).toMatchObject({ kind: 'ready', past: { since: { position: 5, events: 4, newOrders: 1 } } })
    expect(pasts.size()).toBe(1)
  })

  test('is computed again after a run was excluded or included', async () => {
    const pasts = open({ patienceMs: 10_000 })
    const opened = await pasts.open(query)
    expect(opened.kind).toBe('ready')
    const again = await pasts.open({ ...query, rows: '1:1' })
    expect(again.kind === 'ready' && opened.kind === 'ready' && again.past === opened.past).toBe(false)
    expect(pasts.size()).toBe(1)
  })

  test('fails with the store, and is computed again at the next request', async () => {
    const { store } = reports.service
    let broken = true
    const resumedRuns: typeof store.projections.resumedRuns = (chunk) =>
      broken ? Promise.reject(new Error('the disk is gone')) : store.projections.resumedRuns(chunk)
    const projections = { ...store.projections, resumedRuns }
    const pasts = open({ patienceMs: 10_000, store: { ...store, projections } })
    await expect(pasts.open(query)).rejects.toThrow('the disk is gone')
    broken = false
    expect((await pasts.open(query)).kind).toBe('ready')
  })
})
