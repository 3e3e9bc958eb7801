import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { costErrorCodes } from '#domain/operations/cost-errors.ts'
import { costChangesSchema } from '#domain/operations/cost-contract.ts'
import { readRecordedCosts } from '#service/costs/read-costs.ts'
import { testPassword, testToken } from '#tests/service/harness.ts'
import { type Reports, openReports } from '#tests/service/reports/open-reports.ts'

let reports: Reports
beforeAll(async () => {
  reports = await openReports()
})
afterAll(() => reports.service.close())

const token = { authorization: `Bearer ${testToken}` }
const csv = { 'content-type': 'text/csv' }
const json = { 'content-type': 'application/json' }

const post = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string>, path = '') =>
  reports.service.app.request(`/api/costs${path}`, { method: 'POST', headers, body })
const send = (body: string, path = '') => post(body, { ...token, ...csv }, path)

async function record(body: string, path = '') {
  const response = await send(body, path)
  expect([200, 201], await response.clone().text()).toContain(response.status)
  return { status: response.status, ...costChangesSchema.parse(await response.json()) }
}

async function recorded(day: string) {
  const events = await readRecordedCosts(reports.service.store.operations, { from: day, to: day })
  return events.map(({ position, data }) => ({ position, ...data }))
}

const head = 'Tag;Quelle;Kampagne;Kosten\n'

describe('costs in CSV', () => {
  test('are stored once, and later ones replace them', async () => {
    const first = await record(
      `${head}1.9.2026;google;umzug;12,50\n01.09.2026;bing;;1.234,56\n2.9.2026;google;umzug;3\n`,
    )
    expect(first).toMatchObject({
      status: 201,
      rows: 3,
      from: '2026-09-01',
      to: '2026-09-02',
      costCents: 1250 + 123_456 + 300,
      added: 3,
      replaced: 0,
      unchanged: 0,
    })
    const again = await record(
      'campaign,source,day,cost\numzug,google,2026-09-01,12.5\n,bing,2026-09-01,"1,234.56"\n',
    )
    expect(again).toMatchObject({ status: 200, added: 0, unchanged: 2, position: null })
    const later = await record(`${head}1.9.2026;google;umzug;13\n1.9.2026;bing;;1234,56\n`)
    expect(later).toMatchObject({ status: 201, added: 0, replaced: 1, unchanged: 1 })
    // The log keeps both, so that reports of the past have the earlier ones.
    expect(await recorded('2026-09-01')).toEqual([
      {
        position: first.position! - 1,
        sender: 'script',
        costs: [
          { source: 'google', campaign: 'umzug', costCents: 1250 },
          { source: 'bing', campaign: '(none)', costCents: 123_456 },
        ],
      },
      {
        position: later.position,
        sender: 'script',
        costs: [{ source: 'google', campaign: 'umzug', costCents: 1300 }],
      },
    ])
    // Costs that return to an earlier amount are a change, too.
    expect(await record(`${head}1.9.2026;google;umzug;12,50`)).toMatchObject({ status: 201, replaced: 1 })
    expect(await record(`${head}1.9.2026;google;umzug;0`)).toMatchObject({ status: 201, replaced: 1 })
    expect(await record(`${head}1.9.2026;google;umzug;0`)).toMatchObject({ status: 200, unchanged: 1 })
  })

  test('can be checked without storing them', async () => {
    const before = await reports.service.store.log.head()
    const body = `${head}1.8.2026;google;umzug;5\n`
    expect(await record(body, '/check')).toMatchObject({ status: 200, added: 1, position: null })
    expect(await reports.service.store.log.head()).toBe(before)
  })

  test.each<[string, Uint8Array<ArrayBuffer>]>([
    [
      'UTF-8 with a byte order mark',
      new TextEncoder().encode(`\uFEFF${head}1.7.2026;google;für Ältere;5\r\n`),
    ],
    ['Windows-1252', Uint8Array.from(Buffer.from(`${head}2.7.2026;google;für Ältere;5\r\n`, 'latin1'))],
    [
      'UTF-16',
      Uint8Array.from(
        Buffer.from(`\uFEFF${head.replaceAll(';', '\t')}3.7.2026\tgoogle\tfür Ältere\t5`, 'utf16le'),
      ),
    ],
  ])('are read in %s', async (_, body) => {
    const response = await post(body, { ...token, ...csv })
    expect(response.status, await response.clone().text()).toBe(201)
    const { from } = costChangesSchema.parse(await response.json())
    expect(await recorded(from)).toMatchObject([{ costs: [{ campaign: 'für Ältere', costCents: 500 }] }])
  })

  test('have the line of each fault, and none is stored', async () => {
    const before = await reports.service.store.log.head()
    const response = await send(
      `${head}\n1.6.2026;google;umzug;5\n1.6.2026;"bing";"a""b";1.234\n32.6.2026;google;umzug;5;7\n;;;\n1.6.2026;google;umzug;6\n`,
    )
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      detail: expect.stringMatching(/^line 4, cost: read "1.234", allowed is two decimals/) as string,
      faults: 3,
      errors: [
        { line: 4, column: 'cost', code: 'ambiguous', read: '1.234' },
        { line: 5, column: null, code: 'columns' },
        { line: 7, code: 'repeated' },
      ],
    })
    expect(await reports.service.store.log.head()).toBe(before)
  })

  test.each([
    ['', 'empty-file'],
    ['\n\n', 'empty-file'],
    [`${head}1.6.2026;"google;umzug;5\n`, 'quotes'],
    [`${head}1.6.2026;goo"gle;umzug;5\n`, 'quotes'],
    ['google;umzug;5\n1;2;3\n', 'missing-column'],
    ['\u0000', 'empty-file'],
  ])('%j is refused: %s', async (body, code) => {
    const response = await send(body)
    expect(response.status).toBe(400)
    expect(await response.json()).toHaveProperty('errors[0].code', code)
  })

  test('of any content never break the service', async () => {
    const cell = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '1.6.2026',
        'google',
        '12,50',
        '"',
        ';',
        '\r',
        '\uFEFF',
        "=cmd|' /C calc'!A0",
        '__proto__',
      ),
    )
    const line = fc.array(cell, { maxLength: 6 }).map((cells) => cells.join(';'))
    const file = fc
      .tuple(fc.constantFrom(head, ''), fc.array(line))
      .map(([first, lines]) => first + lines.join('\n'))
    await fc.assert(
      fc.asyncProperty(file, async (body) => {
        const response = await send(body, '/check')
        expect([200, 400]).toContain(response.status)
        const read = (await response.json()) as { errors?: { code: string; line: number }[] }
        for (const { code, line: number } of read.errors ?? []) {
          expect(costErrorCodes).toContain(code)
          expect(number).toBeGreaterThan(0)
        }
        expect(read.errors?.length !== 0).toBe(true)
      }),
      { numRuns: 200, seed: 20261126 },
    )
  })
})

const sendJson = (body: unknown) =>
  post(typeof body === 'string' ? body : JSON.stringify(body), { ...token, ...json })

describe('costs in JSON', () => {
  const cost = { day: '2026-10-01', source: 'google', campaign: 'umzug', costCents: 1250 }

  test('are stored like those in CSV', async () => {
    expect(
      (await sendJson({ costs: [cost, { ...cost, campaign: undefined, day: '2026-10-02' }] })).status,
    ).toBe(201)
    expect(
      await record('day,source,campaign,cost\n2026-10-01,google,umzug,12.50\n2026-10-02,google,,12.50'),
    ).toMatchObject({
      unchanged: 2,
    })
  })

  test.each<[unknown, string?]>([
    ['{'],
    ['[]'],
    [{}, 'costs'],
    [{ costs: [] }, 'costs'],
    [{ costs: [{ ...cost, day: '2026-02-30' }] }, 'costs.0.day'],
    [{ costs: [cost, { ...cost, source: ' ' }] }, 'costs.1.source'],
    [{ costs: [{ ...cost, campaign: 'x'.repeat(201) }] }, 'costs.0.campaign'],
    [{ costs: [{ ...cost, costCents: 1.5 }] }, 'costs.0.costCents'],
    [{ costs: [{ ...cost, costCents: -1 }] }, 'costs.0.costCents'],
    [{ costs: [{ ...cost, costCents: 1e12 }] }, 'costs.0.costCents'],
    [{ costs: [{ ...cost, cost: 5 }] }, 'costs.0.cost'],
    [{ costs: [cost, cost] }],
  ])('%j are refused', async (body, parameter) => {
    const before = await reports.service.store.log.head()
    const response = await sendJson(body)
    expect(response.status).toBe(400)
    const problem = (await response.json()) as { parameter?: string }
    expect(problem.parameter).toBe(parameter)
    expect(await reports.service.store.log.head()).toBe(before)
  })
})

describe('access', () => {
  const body = `${head}1.5.2026;google;umzug;5\n`

  test.each<[number, Record<string, string>]>([
    [401, csv],
    [401, { ...csv, authorization: 'Bearer x' }],
    [415, { ...token, 'content-type': 'text/plain' }],
    [415, { ...token, 'content-type': 'multipart/form-data; boundary=x' }],
  ])('is refused with %i for the headers %j', async (status, headers) => {
    expect((await post(body, headers)).status).toBe(status)
    expect((await post(body, headers, '/check')).status).toBe(status)
  })

  test('is refused to pages of other sites', async () => {
    const login = await reports.service.app.request('/api/login', {
      method: 'POST',
      headers: { ...json, origin: 'http://localhost:3000' },
      body: JSON.stringify({ password: testPassword }),
    })
    const cookie = login.headers.get('set-cookie')!.split(';')[0]!
    expect((await post(body, { ...csv, cookie, origin: 'https://boese.example' })).status).toBe(403)
    expect((await post(body, { ...csv, cookie, origin: 'http://localhost:3000' })).status).toBe(201)
    expect(await recorded('2026-05-01')).toMatchObject([{ sender: 'person' }])
  })

  test('is refused to more than 400 KB', async () => {
    expect((await send(`${head}${'1.5.2026;google;umzug;5\n'.repeat(20_000)}`)).status).toBe(413)
  })
})

test('requests at the same time lose nothing', async () => {
  const files = Array.from({ length: 4 }, (_, index) => `${head}1.4.2026;google;c${index};${index + 1}\n`)
  const results = await Promise.all(files.map((body) => record(body)))
  expect(results.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  const costs = (await recorded('2026-04-01')).flatMap((event) => event.costs)
  expect(costs.map(({ campaign }) => campaign).toSorted()).toEqual(['c0', 'c1', 'c2', 'c3'])
})

test('a client records costs at most 60 times an hour', async () => {
  const limited = await openReports({ settings: { rateLimit: true } })
  try {
    const statuses: number[] = []
    for (let index = 0; index < 61; index += 1) {
      const request = {
        method: 'POST',
        headers: { ...token, ...csv },
        body: `${head}1.4.2026;a;b;${index % 2}\n`,
      }
      statuses.push((await limited.service.app.request('/api/costs', request)).status)
    }
    expect(statuses.slice(0, 3)).toEqual([200, 201, 201])
    expect(statuses.indexOf(429)).toBe(60)
  } finally {
    await limited.service.close()
  }
})
