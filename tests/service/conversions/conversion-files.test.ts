import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuditEntry } from '#db/ports/operator-store.ts'
import { containedUntil } from '#service/reports/conversions/last-read.ts'
import { conversionsContract } from '#domain/reports/conversions/shape.ts'
import type { Role } from '#domain/users/user-contract.ts'
import { platformFileNames } from '#domain/conversions/platform-files.ts'
import { describeErasure, runsToErase } from '#service/commands/people/describe-erasure.ts'
import { eraseRuns } from '#service/privacy/erase-runs.ts'
import { iso, noon } from '#tests/build-events.ts'
import { cookieOf, logInUser, send, staffOf } from '#tests/service/users/staff.ts'
import { testPassword } from '#tests/service/harness.ts'
import { type Conversions, bothPlatforms, conversionSecret, openConversions } from './open-conversions.ts'

const hour = 3600 * 1000

let conversions: Conversions
beforeAll(async () => {
  conversions = await openConversions()
})
afterAll(() => conversions.service.close())

const click = (kind: 'gclid' | 'msclkid', value: string, at = noon - hour) => ({
  at: iso(at),
  utm_source: 'a',
  [kind]: value,
})

describe('an order', () => {
  test('is reported to the platform whose click id it has, once it is paid', async () => {
    const touches = [click('gclid', 'g-1')]
    const paid = await conversions.place({ at: noon, touches })
    await conversions.place({ at: noon, touches: [click('gclid', 'g-2')], after: [] })
    const { conversions: rows } = await conversions.readFile('google-conversions.csv')
    expect(rows).toEqual([
      { clickId: 'g-1', name: 'Auftrag', at: noon, cents: 4999, orderNumber: paid.number },
    ])
    expect((await conversions.readFile('microsoft-conversions.csv')).conversions).toEqual([])
  })

  test('is reported to Microsoft by its click id alone', async () => {
    const { number } = await conversions.place({ at: noon + hour, touches: [click('msclkid', 'm-1')] })
    const response = await conversions.fetchFile('microsoft-conversions.csv')
    const text = await response.text()
    expect(text).toContain('m-1,Auftrag,2026-11-20 11:00:00,49.99,EUR')
    expect(text).not.toContain(number)
  })

  test('is retracted when it was withdrawn, failed or was refunded', async () => {
    const at = noon + 2 * hour
    const ends = [['withdrawn'], ['submitted', 'failed'], ['refunded']] as const
    for (const [index, end] of ends.entries()) {
      const touches = [{ ...click('gclid', `g-end-${index}`), msclkid: `m-end-${index}` }]
      await conversions.place({ at: at + index * 1000, touches, after: ['paid', ...end] })
    }
    const google = await conversions.readFile('google-retractions.csv')
    expect(google.retractions).toHaveLength(3)
    const microsoft = await conversions.readFile('microsoft-retractions.csv')
    expect(microsoft.retractions.map(({ clickId }) => clickId)).toEqual(['m-end-2', 'm-end-1', 'm-end-0'])
    const reported = await conversions.readFile('microsoft-conversions.csv')
    expect(reported.conversions.map(({ clickId }) => clickId)).toEqual(['m-1'])
  })

  test('is not reported without consent to the platform, or after a test payment', async () => {
    const at = noon + 3 * hour
    const before = await conversions.audit()
    const place = (over: object) => conversions.place({ at, touches: [click('gclid', 'g-none')], ...over })
    await place({ consent: 'none' })
    await place({ platforms: [] })
    await place({ platforms: ['microsoft'] })
    await place({ paymentId: 'test-payment' })
    const { states, orders } = await conversions.audit()
    expect(states.noConsent - before.states.noConsent).toBe(3)
    expect(states.testPayment - before.states.testPayment).toBe(1)
    expect(states.available + states.reported).toBe(before.states.available + before.states.reported)
    expect(orders - before.orders).toBe(4)
    // The values without consent are never stored.
    expect(await (await conversions.fetchFile('google-conversions.csv')).text()).not.toContain('g-none')
  })

  test('with a click id that is none is left out', async () => {
    const at = noon + 4 * hour
    const wrong = ['=HYPERLINK("http://boese.example")', 'a,b', 'a"b', 'a;b\n+1', "'x", 'ü']
    const before = await conversions.audit()
    for (const value of wrong) await conversions.place({ at, touches: [click('gclid', value)] })
    const after = await conversions.audit()
    expect(after.states.unusable - before.states.unusable).toBe(wrong.length)
    await conversions.readFile('google-conversions.csv')
  })

  test('is no longer contained after 90 days', async () => {
    const { clock } = conversions.service
    clock.set(noon + 90 * 24 * hour)
    expect((await conversions.readFile('google-conversions.csv')).conversions).toHaveLength(1)
    clock.set(noon + 90 * 24 * hour + 1)
    expect((await conversions.readFile('google-conversions.csv')).conversions).toEqual([])
    clock.set(noon + 5 * hour)
  })
})

test('an erasure takes the click id along, and the retraction by order id remains', async () => {
  const at = noon + 6 * hour
  const kept = await conversions.place({ at, touches: [click('gclid', 'g-erased')] })
  const ended = await conversions.place({
    at: at + 1000,
    touches: [click('msclkid', 'm-erased'), click('gclid', 'g-ended')],
    after: ['paid', 'withdrawn'],
  })
  const files = async () =>
    Promise.all(platformFileNames.map(async (file) => (await conversions.fetchFile(file)).text())).then(
      (texts) => texts.join('\n'),
    )
  for (const value of ['g-erased', kept.number, ended.number]) expect(await files()).toContain(value)
  const { store, clock } = conversions.service
  const runs = await runsToErase(store, [kept.runId, ended.runId], false)
  expect(runs.map(({ platforms }) => platforms)).toEqual([['google'], ['google', 'microsoft']])
  expect(describeErasure({ runs, events: 2, journal: 'erasures.jsonl' })).toContain(
    'google and microsoft may have fetched click ids of these orders',
  )
  await eraseRuns(store, [{ at: clock.now(), runIds: [kept.runId, ended.runId] }], clock.now())
  const after = await files()
  for (const value of ['g-erased', 'g-ended', 'm-erased', kept.number]) expect(after).not.toContain(value)
  const { retractions } = await conversions.readFile('google-retractions.csv')
  expect(retractions.map(({ orderNumber }) => orderNumber)).toContain(ended.number)
  expect((await conversions.audit({ state: 'removed' })).rows.map((row) => row.orderNumber)).toEqual([
    kept.number,
  ])
})

const request = (path: string) => conversions.service.app.request(path)

describe('the address of a file', () => {
  test('serves it without a login, for nobody to keep', async () => {
    for (const [file, address] of conversions.addresses) {
      const response = await request(address)
      expect(response.status).toBe(200)
      expect(response.headers.get('cache-control')).toBe('private, no-store')
      expect(response.headers.get('x-robots-tag')).toBe('noindex, nofollow')
      expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${file}"`)
      expect(response.headers.get('content-type')).toMatch(/^text\/csv; charset=utf-8/)
      await response.text()
    }
  })

  test('reads no other file', async () => {
    const [google, microsoft] = ['google-conversions.csv', 'microsoft-conversions.csv'] as const
    expect((await request(conversions.addresses.get(google)!.replace(google, microsoft))).status).toBe(404)
  })

  test.each([
    'x',
    'x'.repeat(43),
    conversionSecret,
    '%00',
    '..%2f..%2fetc%2fpasswd',
    '%F0%9F%92%A9',
    '%',
    '*',
    ' ',
    'A'.repeat(300),
    '__proto__',
    'undefined',
    'null',
  ])('with the secret %j is unknown', async (secret) => {
    for (const file of [...platformFileNames, 'constructor', 'x.csv', '%2e%2e']) {
      const response = await request(`/api/conversion-files/${secret}/${file}`)
      expect(response.status, file).toBe(404)
      expect(await response.json()).toMatchObject({
        type: 'urn:formlotse:problem:not-found',
        title: 'Not found',
      })
    }
  })

  test('does not reach the log', async () => {
    const { service, addresses } = conversions
    const tokens = [...addresses.values()].map((address) => address.split('/')[3]!)
    for (const token of [...tokens, conversionSecret]) expect(service.lines.join('\n')).not.toContain(token)
    expect(service.lines.join('\n')).toContain('/api/conversion-files/:secret/:file')
  })
})

describe('a reader of the reports', () => {
  const path = '/api/conversion-files/google-conversions.csv'
  const get = (headers: Record<string, string>) => conversions.service.app.request(path, { headers })

  test('downloads a file with a login or the token only', async () => {
    expect((await get({})).status).toBe(401)
    expect((await get({ authorization: 'Bearer x' })).status).toBe(401)
    expect((await get(conversions.bearer)).status).toBe(200)
    const login = await conversions.service.app.request('/api/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'http://localhost:3000' },
      body: JSON.stringify({ password: testPassword }),
    })
    const cookie = login.headers.get('set-cookie')!.split(';')[0]!
    const response = await get({ cookie })
    expect(await response.text()).toBe(await (await conversions.fetchFile('google-conversions.csv')).text())
  })

  test('sees the addresses, which change with the secret', async () => {
    const { files } = await conversions.audit({ platform: 'microsoft' })
    expect(files).toEqual(
      (['microsoft-conversions.csv', 'microsoft-retractions.csv'] as const).map((name) => ({
        name,
        address: conversions.addresses.get(name),
        lastRead: { at: expect.any(String), by: 'microsoft' },
      })),
    )
    expect(new Set(conversions.addresses.values()).size).toBe(4)
  })

  test('pages through the list, and downloads it', async () => {
    const { orders, states } = await conversions.audit()
    expect(Object.values(states).reduce((sum, count) => sum + count, 0)).toBe(orders)
    const first = await conversions.audit()
    expect(first.rows).toHaveLength(orders)
    const german = await (await conversions.get('conversions.de.csv')).text()
    expect(german.split('\r\n')).toHaveLength(orders + 2)
    expect(german).toContain(';Abgeholt;49,99;')
    expect((await conversions.get('conversions?platform=bing')).status).toBe(400)
    expect((await conversions.get('conversions?from=2026-11-20')).status).toBe(400)
  })
})

test('an order is available until the file of conversions is read after its payment', async () => {
  const own = await openConversions()
  const states = async () => {
    const { rows, files } = await own.audit()
    return [rows.map(({ state }) => state), files.map(({ lastRead }) => lastRead?.by ?? null)]
  }
  try {
    await own.place({ at: noon, touches: [click('gclid', 'g-1')] })
    expect(await states()).toEqual([['available'], [null, null]])
    await own.fetchFile('google-retractions.csv')
    await own.fetchFile('microsoft-conversions.csv')
    expect(await states()).toEqual([['available'], [null, 'google']])
    await (await own.fetchFile('google-conversions.csv')).text()
    expect(await states()).toEqual([['reported'], ['google', 'google']])
    await own.place({ at: noon + hour, touches: [click('gclid', 'g-2')] })
    expect(await states()).toEqual([
      ['available', 'reported'],
      ['google', 'google'],
    ])
    expect((await own.audit({ state: 'available' })).rows).toHaveLength(1)
    const path = '/api/conversion-files/google-conversions.csv'
    await (await own.service.app.request(path, { headers: own.bearer })).text()
    expect(await states()).toEqual([
      ['reported', 'reported'],
      ['REPORTS_TOKEN', 'google'],
    ])
    const { files, reportedCents } = await own.audit()
    const at = new Date(own.service.clock.now()).toISOString()
    expect([files[0]!.lastRead, reportedCents]).toEqual([{ at, by: 'REPORTS_TOKEN' }, 9998])
  } finally {
    await own.service.close()
  }
})

test('a file read while the projections are behind contains older payments only', async () => {
  const { log } = conversions.service.store
  const head = await log.head()
  const now = noon + 30 * hour
  const until = (asOfPosition: number) => containedUntil({ log, head, asOfPosition, now })
  const [second] = await log.read(1, 1)
  expect(await until(head)).toBe(now - 10_000)
  expect(await until(2)).toBe(second!.receivedAt - 10_000)
  expect(await until(0)).toBe(0)
})

test('every read is in the audit, with who has read which file', async () => {
  const audited = await openConversions()
  const entries: unknown[] = []
  const { operators } = audited.service.store
  const record = operators.audit.bind(operators)
  operators.audit = (entry) => {
    entries.push(entry)
    return record(entry)
  }
  try {
    await (await audited.fetchFile('microsoft-retractions.csv')).text()
    const path = '/api/conversion-files/google-conversions.csv'
    await (await audited.service.app.request(path, { headers: audited.bearer })).text()
    await audited.service.app.request(path)
    // A link check reads no order.
    const head = await audited.service.app.request(path, { method: 'HEAD', headers: audited.bearer })
    expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([
      200,
      'text/csv; charset=utf-8; header=present',
      '',
    ])
    const secret = audited.addresses.get('google-conversions.csv')!
    expect((await audited.service.app.request(secret, { method: 'HEAD' })).status).toBe(200)
    const until = `until ${new Date(audited.service.clock.now() - 10_000).toISOString()}`
    const read = { at: audited.service.clock.now(), action: 'conversion-file', orderId: null }
    expect(entries).toEqual([
      { ...read, operator: 'microsoft', detail: `microsoft-retractions.csv ${until}` },
      { ...read, operator: 'REPORTS_TOKEN', detail: `google-conversions.csv ${until}` },
    ])
  } finally {
    await audited.service.close()
  }
})

describe('who has an own access', () => {
  const path = '/api/conversion-files/google-conversions.csv'

  test('sees the secret addresses only as an admin, and is named in the audit of downloads', async () => {
    const { service } = conversions
    const staff = staffOf({ ...service, now: service.clock.now })
    const entries: AuditEntry[] = []
    const { operators } = service.store
    const record = operators.audit.bind(operators)
    operators.audit = (entry) => {
      if (entry.action === 'conversion-file') entries.push(entry)
      return record(entry)
    }
    const addresses = async (headers: Record<string, string>) => {
      const response = await service.app.request('/api/reports/conversions?platform=google', { headers })
      const { files } = conversionsContract.shape.parse(await response.json())
      expect(files.map(({ name }) => name)).toEqual(['google-conversions.csv', 'google-retractions.csv'])
      await (await service.app.request(path, { headers })).text()
      return files.map(({ address }) => address)
    }
    const login = async (name: string, role: Role) => {
      const id = await staff.add(name, role)
      return { id, headers: { cookie: cookieOf(await logInUser(service.app, staff.emailOf(name))) } }
    }
    const ada = await login('Ada', 'admin')
    const mia = await login('Mia', 'marketer')
    const body = { name: 'Export', scope: 'read', days: 9 }
    const added = await send(service.app, 'POST', '/api/access/tokens', body, ada.headers)
    const script = (await added.json()) as { id: string; token: string }
    const known = [...conversions.addresses.values()].slice(0, 2)
    expect(await addresses(ada.headers)).toEqual(known)
    expect(await addresses(conversions.bearer)).toEqual(known)
    expect(await addresses(mia.headers)).toEqual([null, null])
    expect(await addresses({ authorization: `Bearer ${script.token}` })).toEqual([null, null])
    expect(entries.map(({ operator }) => operator)).toEqual([
      `Ada · ${ada.id.slice(0, 8)}`,
      'REPORTS_TOKEN',
      `Mia · ${mia.id.slice(0, 8)}`,
      `Export · token ${script.id.slice(0, 8)}`,
    ])
    operators.audit = record
  })
})

test('nothing leaves unless it is configured', async () => {
  const bare = await openConversions({ settings: { conversionFiles: undefined } })
  try {
    await bare.place({ at: noon, touches: [click('gclid', 'g-1')] })
    for (const address of [...bare.addresses.values(), '/api/conversion-files/google-conversions.csv'])
      expect((await bare.service.app.request(address, { headers: bare.bearer })).status).toBe(404)
    expect(await bare.audit()).toMatchObject({ configured: false, files: [], name: null, orders: 1 })
  } finally {
    await bare.service.close()
  }
  const google = await openConversions({}, { ...bothPlatforms(), platforms: ['google'] })
  try {
    expect([...google.addresses.keys()]).toEqual(['google-conversions.csv', 'google-retractions.csv'])
    const microsoft = conversions.addresses.get('microsoft-conversions.csv')!
    expect((await google.service.app.request(microsoft)).status).toBe(404)
  } finally {
    await google.service.close()
  }
})

test('a client guesses at most 10 secrets a minute and reads at most 60 files an hour', async () => {
  const limited = await openConversions({ settings: { rateLimit: true } })
  try {
    const { app, clock } = limited.service
    const statusesOf = async (paths: string[]) => {
      const statuses: number[] = []
      for (const path of paths) statuses.push((await app.request(path)).status)
      return statuses
    }
    const wrong = Array.from(
      { length: 12 },
      (_, index) => `/api/conversion-files/x${index}/google-conversions.csv`,
    )
    const right = limited.addresses.get('google-conversions.csv')!
    expect(await statusesOf([...wrong, right])).toEqual([...Array<number>(10).fill(404), 429, 429, 429])
    clock.advance(61_000)
    const reads = await statusesOf(Array<string>(60).fill(right))
    expect(reads[0]).toBe(200)
    expect(reads.at(-1)).toBe(429)
    expect(reads.indexOf(429)).toBe(60 - 13)
  } finally {
    await limited.service.close()
  }
})
