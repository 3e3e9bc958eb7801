import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { maxGoal, maxGoals } from '#domain/operations/goal-limits.ts'
import { goalChangesSchema } from '#domain/operations/goal.ts'
import { type GoalsReport, goalsContract } from '#domain/reports/goals/shape.ts'
import { testPassword, testToken } from '#tests/service/harness.ts'
import { type Reports, openReports } from '#tests/service/reports/open-reports.ts'

let reports: Reports
beforeAll(async () => {
  reports = await openReports()
  reports.service.clock.set(Date.parse('2026-11-20T11:00:00Z'))
})
afterAll(() => reports.service.close())

const token = { authorization: `Bearer ${testToken}` }
const json = { 'content-type': 'application/json' }

const post = (body: unknown, headers: Record<string, string> = { ...token, ...json }, from = reports) =>
  from.service.app.request('/api/goals', {
    method: 'POST',
    headers,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

async function set(...goals: object[]) {
  const response = await post({ goals })
  expect([200, 201], await response.clone().text()).toContain(response.status)
  return { status: response.status, ...goalChangesSchema.parse(await response.json()) }
}

async function read(more = ''): Promise<GoalsReport> {
  const response = await reports.get(`goals?from=2026-11-01&to=2026-11-30${more}`)
  expect(response.status, await response.clone().text()).toBe(200)
  return goalsContract.shape.parse(await response.json())
}

const goal = { month: '2026-11', metric: 'orders', value: 500 }

test('a goal is stored once, replaced by a later one, and removed by 0 or null', async () => {
  const first = await set(goal, { ...goal, funnel: 'anmeldung', value: 200 })
  expect(first).toMatchObject({ status: 201, set: 2, removed: 0, unchanged: 0 })
  // The report names all funnels together by null, so a client can send it back.
  expect(await set({ ...goal, funnel: null })).toMatchObject({ status: 200, unchanged: 1 })
  expect(await set(goal)).toMatchObject({ status: 200, set: 0, unchanged: 1, position: null })
  const later = await set({ ...goal, value: 400 }, { ...goal, month: '2027-01', metric: 'netRevenueCents' })
  expect(later).toMatchObject({ status: 201, set: 2 })
  const [all, funnel] = (await read()).rows
  expect([all!.orders.goal, all!.netRevenueCents.goal, funnel!.orders.goal]).toEqual([400, null, 200])
  expect((await read()).planned).toEqual([
    { month: '2027-01', funnel: null, metric: 'netRevenueCents', value: 500 },
  ])
  expect(await set({ ...goal, value: 0 }, { ...goal, funnel: 'anmeldung', value: null })).toMatchObject({
    status: 201,
    removed: 2,
  })
  expect((await read()).rows.map((row) => row.orders.goal)).toEqual([null, null, null, null, null])
  expect(await set({ ...goal, value: null })).toMatchObject({ status: 200, unchanged: 1 })
  // A goal that returns to an earlier value is a change, too.
  expect(await set(goal)).toMatchObject({ status: 201, set: 1 })
})

test('without orders there is no forecast, and the report says why', async () => {
  const [all] = (await read()).rows
  expect(all!.orders).toMatchObject({ reached: 0, forecast: null, forecastGap: 'few-weeks' })
  const october = await reports.get('goals?from=2026-10-05&to=2026-10-06&funnel=anmeldung')
  expect(goalsContract.shape.parse(await october.json()).rows).toMatchObject([
    { month: '2026-10', state: 'past', funnel: 'anmeldung', orders: { forecast: null, forecastGap: null } },
  ])
})

describe('goals', () => {
  test.each<[unknown, (string | undefined)?, string?]>([
    ['{'],
    [[], undefined, 'read [], must be an object.'],
    [{}, 'goals', 'read nothing, must be a list.'],
    [{ goals: [7] }, 'goals.0', 'read 7, must be an object'],
    [{ goals: [] }, 'goals', 'must have at least one goal'],
    [{ goals: Array.from({ length: maxGoals + 1 }, () => goal) }, 'goals', `at most ${maxGoals}`],
    [{ goals: [{ ...goal, month: '2026-13' }] }, 'goals.0.month', 'read "2026-13", must be a month'],
    [
      { goals: [goal, { ...goal, funnel: 'alle' }] },
      'goals.1.funnel',
      'read "alle", must be one of anmeldung',
    ],
    [{ goals: [{ ...goal, metric: 'revenue' }] }, 'goals.0.metric', 'must be one of orders, netRevenueCents'],
    [{ goals: [{ ...goal, value: -1 }] }, 'goals.0.value', 'read -1, must not be negative'],
    [{ goals: [{ ...goal, value: 1.5 }] }, 'goals.0.value', 'read 1.5, must be a whole number'],
    [{ goals: [{ ...goal, value: 'viele' }] }, 'goals.0.value', 'read "viele", must be a number'],
    [
      { goals: [{ ...goal, value: maxGoal.orders + 1 }] },
      'goals.0.value',
      'must be at most 1000000 with orders',
    ],
    [{ goals: [{ month: '2026-11', metric: 'orders' }] }, 'goals.0.value', 'read nothing'],
    [{ goals: [{ ...goal, name: 'x' }] }, 'goals.0.name', 'read "x", is not a known member'],
    [{ goals: [goal, { ...goal, funnel: null, value: 3 }] }, 'goals.1', 'another goal of the request'],
    [{ goals: [goal, { ...goal, value: 3 }] }, 'goals.1', 'another goal of the request'],
  ])('%j are refused', async (body, parameter, detail = '') => {
    const before = await reports.service.store.log.head()
    const response = await post(body)
    expect(response.status).toBe(400)
    const problem = (await response.json()) as { parameter?: string; detail: string }
    expect(problem.parameter).toBe(parameter)
    expect(problem.detail).toContain(detail)
    expect(await reports.service.store.log.head()).toBe(before)
  })

  test.each<[number, Record<string, string>]>([
    [401, json],
    [401, { ...json, authorization: 'Bearer x' }],
    [415, { ...token, 'content-type': 'text/plain' }],
  ])('are refused with %i for the headers %j', async (status, headers) => {
    expect((await post({ goals: [goal] }, headers)).status).toBe(status)
  })

  test('are refused from pages of other sites, and to more than 16 KB', async () => {
    const login = await reports.service.app.request('/api/login', {
      method: 'POST',
      headers: { ...json, origin: 'http://localhost:3000' },
      body: JSON.stringify({ password: testPassword }),
    })
    const cookie = login.headers.get('set-cookie')!.split(';')[0]!
    const body = { goals: [{ ...goal, month: '2026-05' }] }
    expect((await post(body, { ...json, cookie, origin: 'https://boese.example' })).status).toBe(403)
    expect((await post(body, { ...json, cookie, origin: 'http://localhost:3000' })).status).toBe(201)
    const [event] = await reports.service.store.operations.read({ types: ['goal_set'], limit: 1 })
    expect(event).toMatchObject({ day: '2026-05-01', data: { sender: 'person', funnel: null, value: 500 } })
    expect((await post(JSON.stringify(body) + ' '.repeat(17_000))).status).toBe(413)
  })

  test('that are set at the same time are all kept, the last one of each name', async () => {
    const values = [1, 2, 3, 4]
    const results = await Promise.all(
      values.map((value) =>
        set({ ...goal, month: '2026-04', value }, { ...goal, month: `2026-0${value}`, funnel: 'aenderung' }),
      ),
    )
    expect(results.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    const response = await reports.get('goals?from=2026-01-01&to=2026-04-30')
    const { rows } = goalsContract.shape.parse(await response.json())
    const ofFunnel = rows.filter(({ funnel }) => funnel === 'aenderung')
    expect(ofFunnel.map((row) => row.orders.goal)).toEqual([500, 500, 500, 500])
    const last = results.toSorted((a, b) => a.position! - b.position!).at(-1)!
    expect(rows[0]!.orders.goal).toBe(values[results.indexOf(last)])
  })

  test('can be set at most 60 times an hour by a client', async () => {
    const limited = await openReports({ settings: { rateLimit: true } })
    try {
      const statuses: number[] = []
      for (let index = 0; index < 61; index += 1) {
        const body = { goals: [{ ...goal, value: 1 + (index % 2) }] }
        statuses.push((await post(body, { ...token, ...json }, limited)).status)
      }
      expect(statuses[0]).toBe(201)
      expect(statuses.indexOf(429)).toBe(60)
    } finally {
      await limited.service.close()
    }
  })
})
