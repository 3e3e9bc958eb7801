import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { z } from 'zod'
import {
  type SharedLink,
  linkDays,
  maxLinks,
  type sharedLinksSchema,
} from '#domain/users/shared-link-contract.ts'
import { dayMs } from '#domain/time/durations.ts'
import { newScriptToken } from '#service/access/require-token.ts'
import {
  type TestService,
  openTestService,
  testOrdersPassword,
  testPassword,
  testToken,
} from '#tests/service/harness.ts'
import { cookieOf, logInUser, send, staffOf, userPassword } from '#tests/service/users/staff.ts'
import { makeLink, newLink, openLink, openNewLink, secretOf } from './open-new-link.ts'

let service: TestService
let staff: ReturnType<typeof staffOf>
let mia: { cookie: string }
beforeEach(async () => {
  service = await openTestService()
  staff = staffOf({ ...service, now: service.clock.now })
  await staff.add('Ada', 'admin')
  await staff.add('Mia', 'marketer')
  mia = await loggedIn('Mia')
})
afterEach(() => service.close())

const report = '/api/reports/overview?from=2026-11-01&to=2026-11-30'
const closed = '/api/reports/orders?from=2026-11-01&to=2026-11-30'

const loggedIn = async (name: string) => ({
  cookie: cookieOf(await logInUser(service.app, staff.emailOf(name))),
})
const withPassword = async () => ({
  cookie: cookieOf(await send(service.app, 'POST', '/api/login', { password: testPassword })),
})
const statusOf = async (headers: Record<string, string>, path = report) =>
  (await service.app.request(path, { headers })).status
const sessionOf = async (headers: Record<string, string>) =>
  ((await (await service.app.request('/api/links/session', { headers })).json()) as { link: unknown }).link

async function list(headers: Record<string, string>): Promise<SharedLink[]> {
  const response = await send(service.app, 'GET', '/api/links', undefined, headers)
  return ((await response.json()) as z.output<typeof sharedLinksSchema>).links
}

const closingCookies = (response: Response) =>
  response.headers.getSetCookie().filter((cookie) => cookie.startsWith('formlotse-link=; Max-Age=0'))

const end = async (id: string, headers: Record<string, string>) =>
  (await send(service.app, 'DELETE', `/api/links/${id}`, undefined, headers)).status

const audited = async () =>
  (await service.store.operators.auditOfStaff({ limit: 200 }))
    .filter(({ action }) => action.endsWith('-link'))
    .map(({ operator, action, detail }) => [operator, action, detail].join(' | '))

describe('a shared link', () => {
  test('opens figures in a browser that is not logged in, and nothing else', async () => {
    const reader = await openNewLink(service.app, { maker: mia })
    const response = await service.app.request(report, { headers: reader })
    expect([response.status, response.headers.get('x-robots-tag')]).toEqual([200, 'noindex'])
    expect(await statusOf(reader, report.replace('?', '.de.csv?'))).toBe(200)
    expect(await sessionOf(reader)).toEqual({
      name: 'Agentur Nord',
      expiresAt: new Date(service.clock.now() + 7 * dayMs).toISOString(),
    })
    const refused = await service.app.request(closed, { headers: reader })
    expect([refused.status, await refused.json()]).toMatchObject([
      403,
      { type: expect.stringMatching(/not-shared$/) },
    ])
    for (const path of [
      'runs',
      'runs/x',
      'deliveries',
      'rejections',
      'conversions',
      'fulfilment',
      // Takes seconds to compute, and no page shows it; the inbox has what was found.
      'alerts',
      'unknown',
      'overview/',
    ])
      expect([path, await statusOf(reader, `/api/reports/${path}`)]).toEqual([path, 403])
    expect(await statusOf(reader, '/api/reports/%6Frders')).toBe(403)
    for (const [method, path] of [
      ['POST', '/api/reports/overview'],
      ['POST', '/api/annotations'],
      ['POST', '/api/costs'],
      ['POST', '/api/goals'],
      ['POST', '/api/alerts/mutes'],
      ['POST', '/api/reports/deliveries/retry-dead'],
      ['DELETE', '/api/annotations/x'],
    ] as const)
      expect([path, (await send(service.app, method, path, {}, reader)).status]).toEqual([path, 403])
  })

  test('lets its readers read some reports at a time, and refuses too many', async () => {
    const reader = await openNewLink(service.app, { maker: mia })
    const { reports } = service.store
    const counts = reports.counts.bind(reports)
    const gate = Promise.withResolvers<void>()
    const seen = { reading: 0, refused: 0 }
    vi.spyOn(reports, 'counts').mockImplementation(async (query) => {
      seen.reading += 1
      await gate.promise
      return counts(query)
    })
    const annotations = report.replace('overview', 'annotations')
    const requests = Array.from({ length: 70 }, async () => {
      const status = await statusOf(reader, annotations)
      if (status === 429) seen.refused += 1
      return status
    })
    // Three are read and sixty wait.
    await vi.waitFor(() => expect(seen).toEqual({ reading: 3, refused: 7 }), { timeout: 30_000 })
    // Those who are logged in do not wait for them.
    const member = statusOf(mia, annotations)
    await vi.waitFor(() => expect(seen.reading).toBe(4), { timeout: 30_000 })
    gate.resolve()
    expect(await member).toBe(200)
    const statuses = await Promise.all(requests)
    expect(statuses.filter((status) => status === 200)).toHaveLength(63)
  })

  test('has a secret of 256 bits, which is in the fragment, stored as a hash and in no log', async () => {
    const made = await makeLink(service.app, { maker: mia })
    const secret = secretOf(made)
    expect(made.address).toBe(`/berichte/geteilt#${secret}`)
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
    const hash = createHash('sha256').update(secret).digest('base64url')
    expect(await service.store.accessTokens.find(hash, service.clock.now())).toMatchObject({ id: made.id })
    await openLink(service.app, secret)
    expect(service.lines.join() + JSON.stringify(await audited())).not.toContain(secret)
    expect(JSON.stringify(await list(mia))).not.toContain(secret)
  })

  test('starts at the shared page and is closed only in the browser that closes it', async () => {
    const made = await makeLink(service.app, { maker: mia })
    const opened = await openLink(service.app, secretOf(made))
    expect([opened.status, await opened.json()]).toEqual([200, { path: newLink.path }])
    expect(opened.headers.get('set-cookie')).toMatch(/HttpOnly/)
    expect(opened.headers.get('set-cookie')).toMatch(/SameSite=Lax/)
    expect(opened.headers.get('set-cookie')).toContain(`Max-Age=${(7 * dayMs) / 1000}`)
    const closing = await send(service.app, 'POST', '/api/links/close', undefined, {
      cookie: cookieOf(opened),
    })
    expect([closing.status, closing.headers.get('set-cookie')]).toEqual([
      204,
      expect.stringContaining('Max-Age=0'),
    ])
    expect((await openLink(service.app, secretOf(made))).status).toBe(200)
  })

  test.each(linkDays)('ends after %i days', async (days) => {
    const reader = await openNewLink(service.app, { maker: mia, body: { ...newLink, days } })
    service.clock.advance(days * dayMs - 1)
    expect(await statusOf(reader)).toBe(200)
    service.clock.advance(1)
    expect(await statusOf(reader)).toBe(401)
    expect(await sessionOf(reader)).toBeNull()
  })

  test('is ended by its maker or an admin, at the next request, and by no other marketer', async () => {
    await staff.add('Nils', 'marketer')
    const [nils, ada] = [await loggedIn('Nils'), await loggedIn('Ada')]
    const made = await makeLink(service.app, { maker: mia })
    const reader = { cookie: cookieOf(await openLink(service.app, secretOf(made))) }
    expect(await statusOf(reader)).toBe(200)
    expect(await end(made.id, nils)).toBe(404)
    expect([await list(nils), await list(mia)]).toEqual([[], await list(ada)])
    expect(await list(mia)).toEqual([
      expect.objectContaining({ id: made.id, by: 'Mia', name: 'Agentur Nord', path: newLink.path }),
    ])
    expect(await end(made.id, mia)).toBe(204)
    expect(await statusOf(reader)).toBe(401)
    expect((await openLink(service.app, secretOf(made))).status).toBe(410)
    const other = await makeLink(service.app, { maker: mia })
    expect(await end(other.id, ada)).toBe(204)
    expect(await end(other.id, ada)).toBe(404)
  })

  test('ends with its maker', async () => {
    const ada = await loggedIn('Ada')
    const reader = await openNewLink(service.app, { maker: mia })
    const { userId } = (await service.store.accessTokens.list(service.clock.now()))[0]!
    const change = await send(
      service.app,
      'POST',
      `/api/access/users/${userId}`,
      { state: 'deactivated' },
      ada,
    )
    expect([change.status, await statusOf(reader)]).toEqual([204, 401])
  })

  test('of somebody with the shared password ends with shared access', async () => {
    const [shared, ada] = [await withPassword(), await loggedIn('Ada')]
    const reader = await openNewLink(service.app, { maker: shared })
    expect(await list(shared)).toEqual([expect.objectContaining({ by: null })])
    expect([await list(mia), await list(ada)]).toEqual([[], await list(shared)])
    expect(await statusOf(reader)).toBe(200)
    await send(service.app, 'POST', '/api/access/shared', { on: false }, ada)
    expect(await statusOf(reader)).toBe(401)
    await send(service.app, 'POST', '/api/access/shared', { on: true }, ada)
    expect(await statusOf(reader)).toBe(401)
  })

  test('leaves a browser that is logged in its own session', async () => {
    const secret = secretOf(await makeLink(service.app, { maker: mia }))
    for (const headers of [mia, await withPassword()]) {
      const opened = await openLink(service.app, secret, headers)
      expect([opened.status, opened.headers.get('set-cookie')]).toEqual([200, null])
      expect(await statusOf(headers, closed)).toBe(200)
    }
    const reader = { cookie: cookieOf(await openLink(service.app, secret)) }
    const both = { cookie: `${reader.cookie}; ${mia.cookie}` }
    expect(await statusOf(both, closed)).toBe(200)
    await staff.add('Otto', 'operator')
    const otto = await loggedIn('Otto')
    expect([
      await statusOf(otto),
      (await openLink(service.app, secret, otto)).headers.has('set-cookie'),
    ]).toEqual([403, true])
  })

  test.each<[string, unknown]>([
    ['/api/login', { password: testPassword }],
    ['/api/desk/login', { name: 'Otto', password: testOrdersPassword }],
    ['/api/account/login', { email: 'mia@example.org', password: userPassword }],
    ['/api/logout', undefined],
    ['/api/desk/logout', undefined],
    ['/api/account/logout', undefined],
  ])('is closed in the browser by %s', async (path, body) => {
    const reader = await openNewLink(service.app, { maker: mia })
    const response = await send(service.app, 'POST', path, body, reader)
    expect([response.status, closingCookies(response)]).toEqual([200, [expect.stringContaining('Path=/')]])
    expect(closingCookies(await send(service.app, 'POST', path, body))).toEqual([])
  })

  test('is recorded when it is made, opened once per browser, and ended', async () => {
    const made = await makeLink(service.app, { maker: mia })
    const opened = await openLink(service.app, secretOf(made))
    await openLink(service.app, secretOf(made), { cookie: cookieOf(opened) })
    await openLink(service.app, secretOf(made))
    await end(made.id, mia)
    const link = `Agentur Nord · link ${made.id.slice(0, 8)}`
    const entries = (await audited()).map((entry) => entry.replace(/^Mia · [0-9a-f]{8}/, 'Mia'))
    expect(entries).toEqual([
      `Mia | end-link | ${link}`,
      `${link} | open-link | `,
      `${link} | open-link | `,
      `Mia | add-link | ${link}`,
    ])
  })

  test('shows the day of its last use, which is written at most once an hour', async () => {
    const reader = await openNewLink(service.app, { maker: mia })
    expect((await list(mia))[0]!.lastUsedOn).toBeNull()
    const { now } = service.clock
    await statusOf(reader)
    const first = now()
    service.clock.advance(59 * 60_000)
    await statusOf(reader)
    const used = async () => (await service.store.accessTokens.list(now()))[0]!.lastUsedAt
    expect(await used()).toBe(first)
    service.clock.advance(60_000)
    await statusOf(reader)
    expect(await used()).toBe(now())
    expect((await list(mia))[0]!.lastUsedOn).toMatch(/^\d{4}-\d\d-\d\d$/)
  })
})

describe('what is refused', () => {
  test('more than six different past reports of one link in a minute, by all of its readers', async () => {
    const limited = await openTestService({ settings: { rateLimit: true } })
    onTestFinished(() => limited.close())
    const people = staffOf({ ...limited, now: limited.clock.now })
    await people.add('Nils', 'marketer')
    const maker = { cookie: cookieOf(await logInUser(limited.app, people.emailOf('Nils'))) }
    const made = await makeLink(limited.app, { maker })
    const readers = [
      { cookie: cookieOf(await openLink(limited.app, secretOf(made))) },
      { cookie: cookieOf(await openLink(limited.app, secretOf(made))) },
    ]
    const other = await openNewLink(limited.app, { maker })
    const past = async (day: number, headers = readers[day % 2]!) => {
      const path = `/api/reports/overview?from=2026-11-0${day}&to=2026-11-30&asOf=1`
      const response = await limited.app.request(path, { headers })
      return response.status === 429 ? response.headers.get('retry-after') : 'passes'
    }
    for (const day of [1, 2, 3, 4, 5, 6, 1, 6]) expect([day, await past(day)]).toEqual([day, 'passes'])
    expect(await past(7)).toBe('60')
    const others = [await past(1), await past(7, other), await past(7, maker)]
    expect(others).toEqual(['passes', 'passes', 'passes'])
    expect((await limited.app.request(report, { headers: readers[0]! })).status).toBe(200)
    limited.clock.advance(30_000)
    expect(await past(1)).toBe('passes')
    limited.clock.advance(30_000)
    for (const day of [7, 2, 3, 4, 5]) expect([day, await past(day)]).toEqual([day, 'passes'])
    expect(await past(6)).toBe('30')
  })

  test.each([
    ['no end', { days: undefined }, 'days'],
    ['a year', { days: 365 }, 'days'],
    ['a page that names orders', { path: '/berichte/bestellungen' }, 'path'],
    ['a list of runs', { path: '/berichte/laeufe?figure=runs' }, 'path'],
    ['another site', { path: '//example.org/berichte' }, 'path'],
    ['a page outside the reports', { path: '/auftraege' }, 'path'],
    ['a long address', { path: `/berichte?${'x'.repeat(1600)}` }, 'path'],
    ['a name like another link in the audit', { name: 'Mia · link 1' }, 'name'],
  ])('a link with %s', async (_, part, parameter) => {
    const response = await send(service.app, 'POST', '/api/links', { ...newLink, ...part }, mia)
    expect([response.status, await response.json()]).toMatchObject([400, { parameter }])
  })

  test('more links than allowed, until one ends', async () => {
    for (let made = 0; made < maxLinks; made++)
      await makeLink(service.app, { maker: mia, body: { ...newLink, days: 1 } })
    expect((await send(service.app, 'POST', '/api/links', newLink, mia)).status).toBe(409)
    await makeLink(service.app, { maker: await loggedIn('Ada') })
    service.clock.advance(dayMs)
    await makeLink(service.app, { maker: await loggedIn('Mia') })
  })

  test('a reader who wants more, a script, an operator, and pages of another origin', async () => {
    const reader = await openNewLink(service.app, { maker: mia })
    await staff.add('Otto', 'operator')
    const refusals = [
      [reader, 401],
      [{ authorization: `Bearer ${testToken}` }, 401],
      [await loggedIn('Otto'), 403],
      [{ ...mia, 'sec-fetch-site': 'cross-site' }, 403],
    ] as const
    for (const [headers, status] of refusals)
      expect((await send(service.app, 'POST', '/api/links', newLink, headers)).status).toBe(status)
    expect(await list(mia)).toHaveLength(1)
    const foreign = await openLink(service.app, 'x'.repeat(43), { 'sec-fetch-site': 'cross-site' })
    expect(foreign.status).toBe(403)
  })

  test('the token of a script in place of a secret, and a secret in place of a token', async () => {
    const { token, hash } = newScriptToken()
    const times = { createdAt: service.clock.now(), expiresAt: service.clock.now() + dayMs }
    const script = {
      id: 's',
      kind: 'script',
      name: 'Deploy',
      scope: 'read',
      userId: null,
      hash,
      ...times,
    } as const
    await service.store.accessTokens.add(script, 9)
    expect((await openLink(service.app, token)).status).toBe(400)
    expect(await statusOf({ cookie: `formlotse-link=${token}` })).toBe(401)
    const secret = secretOf(await makeLink(service.app, { maker: mia }))
    expect(await statusOf({ authorization: `Bearer ${secret}` })).toBe(401)
  })

  test('too many openings of a client, which leave the scripts behind the same address alone', async () => {
    const limited = await openTestService({ settings: { rateLimit: true } })
    onTestFinished(() => limited.close())
    const statuses: number[] = []
    // More than are accepted in two minutes, if another minute begins in between.
    while (statuses.length < 61 && statuses.at(-1) !== 429)
      statuses.push((await openLink(limited.app, 'x'.repeat(43))).status)
    expect(statuses.slice(0, 30)).toEqual(Array<number>(30).fill(410))
    expect(statuses.at(-1)).toBe(429)
    const headers = { authorization: `Bearer ${testToken}` }
    expect((await limited.app.request(report, { headers })).status).toBe(200)
  })
})
