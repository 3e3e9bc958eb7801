import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asOfProgressSchema, sinceSchema } from '#domain/reports/as-of-shapes.ts'
import { createQuestions } from '#service/reports/as-of/questions.ts'
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

/** Asks until it is worked out. */
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
  `attribution?model=last&by=source&${range}`,
  `attribution/models?by=source&${range}`,
  `runs?figure=runs&${range}`,
  `orders?${range}`,
]

describe.each(paths)('%s', (path) => {
  test('is told as of a past position, with what has happened since', async () => {
    const response = await get(`${path}&asOf=${quoted}`)
    expect(response.status, await response.clone().text()).toBe(200)
    expect(response.headers.get('x-as-of-position')).toBe(String(quoted))
    const { asOfPosition, since } = (await response.json()) as { asOfPosition: number; since: unknown }
    expect(asOfPosition).toBe(quoted)
    // The list of orders is about the runs that ordered.
    const events = path.startsWith('orders')
      ? { events: 1, newRuns: 0, resumedRuns: 1 }
      : { events: 2, newRuns: 1, resumedRuns: 1 }
    expect(sinceSchema.parse(since)).toEqual({ position: quoted + 2, newOrders: 1, ...events })
  })

  test('is of the present without it, and a position that nobody has seen yet is refused', async () => {
    const present = (await (await get(path)).json()) as { asOfPosition: number; since?: unknown }
    expect(present.since).toBeUndefined()
    const refused = await get(`${path}&asOf=${present.asOfPosition + 1}`)
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({
      parameter: 'asOf',
      detail: `asOf: read "${present.asOfPosition + 1}", must be at most ${present.asOfPosition}, where the log ends for reports.`,
    })
  })
})

test('the figures are those of then', async () => {
  const dropOff = await (await get(`${paths[1]}&asOf=${quoted}`)).json()
  expect(dropOff).toMatchObject({ completed: 0, abandoned: 1, open: 1 })
  const runs = await (await get(`${paths[7]}&asOf=${quoted}`)).json()
  expect(runs).toMatchObject({
    total: 2,
    rows: [{ status: 'abandoned', orderNumber: null }, { status: 'open' }],
  })
  expect(await (await get(`${paths[8]}&asOf=${quoted}`)).json()).toMatchObject({ rows: [] })
  const csv = await (await get(`attribution.csv?model=last&by=source&${range}&asOf=${quoted}`)).text()
  expect(csv).toContain('total,,2,0,0,0')
})

function open(over: object) {
  return createQuestions({ store: reports.service.store, now: () => noon, ...over })
}

describe('a question', () => {
  const question = { asOf: 1, checkpoint: 5, from: '2026-11-20', to: '2026-11-20' }

  test('is worked out in the background, and then kept', async () => {
    const { store } = reports.service
    const gate = Promise.withResolvers<void>()
    const touchedRuns: typeof store.projections.touchedRuns = async (query) => {
      await gate.promise
      return store.projections.touchedRuns(query)
    }
    const projections = { ...store.projections, touchedRuns }
    const questions = open({ patienceMs: 0, store: { ...store, projections } })
    expect(await questions.ask(question)).toEqual({ kind: 'computing', done: 0, of: 4 })
    gate.resolve()
    let asked = await questions.ask(question)
    while (asked.kind === 'computing') asked = await questions.ask(question)
    expect(await questions.ask(question)).toEqual(asked)
    expect(questions.size()).toBe(1)
  })

  test('is given up when nobody asks for a while', async () => {
    let at = noon
    const questions = open({ patienceMs: 0, now: () => (at += 61_000) })
    await questions.ask(question)
    await expect.poll(() => questions.size()).toBe(0)
  })

  test('makes room for others, the one that was asked for longest ago first', async () => {
    let at = noon
    const questions = open({ patienceMs: 10_000, now: () => at++, most: 2 })
    const asked = await questions.ask(question)
    await questions.ask({ ...question, asOf: 2 })
    await questions.ask(question)
    await questions.ask({ ...question, asOf: 3 })
    expect(questions.size()).toBe(2)
    expect(await questions.ask(question)).toEqual(asked)
    expect(asked.kind).toBe('ready')
  })

  test('fails with the store, and begins anew when it is asked again', async () => {
    const { store } = reports.service
    let broken = true
    const touchedRuns: typeof store.projections.touchedRuns = (query) =>
      broken ? Promise.reject(new Error('the disk is gone')) : store.projections.touchedRuns(query)
    const projections = { ...store.projections, touchedRuns }
    const questions = open({ patienceMs: 10_000, store: { ...store, projections } })
    await expect(questions.ask(question)).rejects.toThrow('the disk is gone')
    broken = false
    expect((await questions.ask(question)).kind).toBe('ready')
  })
})
