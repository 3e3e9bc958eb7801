import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { StoreUnavailable } from '#db/ports/store.ts'
import { openPostgresStore } from '#db/postgres/open.ts'
import { postgresDatabases } from '#tests/postgres/databases.ts'
import { testPassword } from '#tests/service/harness.ts'
import { cookieOf, logInUser, send, userPassword } from '#tests/service/users/staff.ts'
import { providerLogoutPath } from '#domain/users/provider-login.ts'
import { type OidcService, clientSecret, openOidcService, redirectUri } from './open-oidc.ts'

const databases = postgresDatabases('file')
const engines = {
  SQLite: () => openOidcService(),
  PostgreSQL: async () => {
    const url = await databases.url()
    return openOidcService({ openStore: (piiKey) => openPostgresStore({ url, piiKey, supervise: false }) })
  },
}

const refused = '/konto?anmeldung=refused'

describe.each(Object.entries(engines))('a login at the provider, on %s', (_engine, open) => {
  let oidc: OidcService
  beforeAll(async () => {
    oidc = await open()
  })
  afterEach(() => oidc.accounts.clear())
  afterAll(() => oidc.close())

  /** Logs in Jana at the provider and returns the callback, which is not opened yet. */
  async function callback() {
    oidc.addAccount('j-1', 'jana@example.org')
    return oidc.begin('j-1')
  }

  const actionsOf = async (name: string) =>
    (await oidc.service.store.operators.auditOfStaff({ limit: 100 }))
      .filter(({ operator }) => operator.startsWith(`${name} · `))
      .map(({ action }) => action)
      .toReversed()

  test('activates an invited user by the verified address, with the invited role and without a password', async () => {
    const { id, token } = await oidc.staff.invite('Anna', 'marketer')
    oidc.addAccount('a-1', 'ANNA@example.org')
    const login = await oidc.logIn('a-1', '/berichte/abbruch?funnel=anmeldung')
    expect(login.to).toBe('/berichte/abbruch?funnel=anmeldung')
    expect(login.cookies.join()).toMatch(
      /formlotse-user=[^;]+; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax/,
    )
    const headers = { cookie: login.session! }
    const account = await send(oidc.service.app, 'GET', '/api/account', undefined, headers)
    const shown = (await account.json()) as object
    const user = { id, name: 'Anna', email: 'anna@example.org', role: 'marketer', hasPassword: false }
    expect(shown).toMatchObject({ user, provider: 'Firmenkonto' })
    const reports = '/api/reports/orders?from=2026-11-01&to=2026-11-30'
    expect((await send(oidc.service.app, 'GET', reports, undefined, headers)).status).toBe(200)
    const desk = await send(oidc.service.app, 'GET', '/api/desk/session', undefined, headers)
    expect(await desk.json()).toMatchObject({ authenticated: false, user: { role: 'marketer' } })
    expect(await oidc.service.store.users.find(id)).toMatchObject({ state: 'active', passwordHash: null })
    expect(await actionsOf('Anna')).toEqual(['bind-identity', 'login'])
    // The invitation has ended, and a password opens nothing.
    const invitation = await send(oidc.service.app, 'POST', '/api/account/invitation', { token })
    expect(invitation.status).toBe(410)
    expect((await logInUser(oidc.service.app, 'anna@example.org')).status).toBe(401)
    const sessions = await send(oidc.service.app, 'GET', '/api/account/sessions', undefined, headers)
    expect(await sessions.json()).toMatchObject({ sessions: [{ isCurrent: true }] })
    expect((await send(oidc.service.app, 'POST', '/api/account/logout', undefined, headers)).status).toBe(200)
    expect((await send(oidc.service.app, 'GET', reports, undefined, headers)).status).toBe(401)
  })

  test.each(['/api/account/logout', '/api/logout', '/api/desk/logout'])(
    'ends here at once by %s, and the page continues at the provider',
    async (path) => {
      const name = `Olaf${path.length}`
      await oidc.staff.invite(name, 'admin')
      oidc.addAccount(name, `${name.toLowerCase()}@example.org`)
      const login = await oidc.logIn(name)
      const cookie = login.cookies.map((one) => one.split(';')[0]).join('; ')
      expect(login.cookies.join()).toMatch(
        /formlotse-oidc-session=[\w-]{36}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax/,
      )
      const ended = await send(oidc.service.app, 'POST', path, {}, { cookie })
      expect([ended.status, await ended.json()]).toMatchObject([200, { providerLogout: true }])
      expect(ended.headers.getSetCookie().join()).toMatch(/formlotse-oidc-session=; Max-Age=0/)
      const account = await send(oidc.service.app, 'GET', '/api/account', undefined, { cookie })
      expect(await account.json()).toMatchObject({ user: null })
      expect((await actionsOf(name)).at(-1)).toBe('logout')

      const next = await oidc.open(new URL(providerLogoutPath, redirectUri))
      expect(next.status).toBe(302)
      const url = new URL(next.to!)
      expect(url.href).toMatch(/^http:\/\/localhost:\d+\/session\/end\?/)
      expect(Object.fromEntries(url.searchParams)).toEqual({
        client_id: 'formlotse',
        post_logout_redirect_uri: 'http://localhost:3000/konto',
      })
      const asked = await fetch(url)
      expect([asked.status, await asked.text()]).toEqual([
        200,
        expect.stringContaining('/session/end/confirm'),
      ])

      // A second logout, for example in another tab, leads nowhere.
      const again = await send(oidc.service.app, 'POST', path, {}, { cookie })
      expect(await again.json()).not.toHaveProperty('providerLogout')
    },
  )

  test('leads to no logout at the provider after a password, also in a browser that used the provider', async () => {
    await oidc.staff.add('Pia', 'admin')
    oidc.addAccount('p-1', 'pia@example.org')
    const login = await oidc.logIn('p-1')
    const marked = login.cookies.map((one) => one.split(';')[0]).join('; ')
    const mark = /formlotse-oidc-session=[^;]+/.exec(marked)![0]
    const byPassword = await logInUser(oidc.service.app, 'pia@example.org', userPassword)
    // Also if the browser has kept the mark of the other session.
    for (const cookie of [
      cookieOf(byPassword),
      `${cookieOf(await logInUser(oidc.service.app, 'pia@example.org', userPassword))}; ${mark}`,
    ]) {
      const ended = await send(oidc.service.app, 'POST', '/api/account/logout', {}, { cookie })
      expect([ended.status, await ended.json()]).toEqual([200, { user: null, expiresAt: null }])
    }
  })

  test('keeps the password of an active user, and ends the sessions before', async () => {
    const id = await oidc.staff.add('Bert', 'admin')
    const before = { cookie: cookieOf(await logInUser(oidc.service.app, 'bert@example.org')) }
    oidc.addAccount('b-1', 'bert@example.org')
    expect((await oidc.logIn('b-1')).to).toBe('/konto')
    const { user } = (await (
      await send(oidc.service.app, 'GET', '/api/account', undefined, before)
    ).json()) as { user: unknown }
    expect(user).toBeNull()
    expect((await logInUser(oidc.service.app, 'bert@example.org', userPassword)).status).toBe(200)
    expect(await oidc.service.store.users.find(id)).toMatchObject({ role: 'admin', state: 'active' })
  })

  test('is decided by issuer and subject afterwards, not by the address', async () => {
    await oidc.staff.invite('Cora', 'marketer')
    const dora = await oidc.staff.invite('Dora', 'operator')
    oidc.addAccount('c-1', 'cora@example.org')
    expect((await oidc.logIn('c-1')).session).toBeDefined()
    // The account gets the address of Dora, and another account that of Cora.
    oidc.addAccount('c-1', 'dora@example.org')
    const again = await oidc.logIn('c-1')
    const account = await send(oidc.service.app, 'GET', '/api/account', undefined, { cookie: again.session! })
    expect(await account.json()).toMatchObject({ user: { name: 'Cora' } })
    oidc.addAccount('c-2', 'cora@example.org')
    expect(await oidc.logIn('c-2')).toMatchObject({ to: refused, session: undefined })
    expect(await oidc.service.store.users.find(dora.id)).toMatchObject({ state: 'invited' })
    // Without any address, too.
    oidc.accounts.set('c-1', {})
    expect((await oidc.logIn('c-1')).session).toBeDefined()
  })

  test('is refused with the same message for everyone who may not log in', async () => {
    const gone = await oidc.staff.add('Egon', 'marketer')
    oidc.addAccount('e-1', 'egon@example.org')
    expect((await oidc.logIn('e-1')).session).toBeDefined()
    await oidc.service.store.users.change(gone, { state: 'deactivated' })
    const waiting = await oidc.staff.invite('Fina', 'admin')
    await oidc.service.store.users.change(waiting.id, { state: 'deactivated' })
    await oidc.staff.invite('Gina', 'admin')
    oidc.addAccount('f-1', 'fina@example.org')
    oidc.accounts.set('g-1', { email: 'gina@example.org', emailVerified: false })
    oidc.accounts.set('g-2', { email: 'gina@example.org' })
    oidc.accounts.set('g-3', { emailVerified: true })
    oidc.addAccount('x-1', 'nobody@example.org')
    for (const subject of ['e-1', 'f-1', 'g-1', 'g-2', 'g-3', 'x-1'])
      expect([subject, await oidc.logIn(subject)]).toMatchObject([
        subject,
        { to: refused, session: undefined },
      ])
    // A user who is unlocked logs in again with the same account.
    await oidc.service.store.users.change(gone, { state: 'active' })
    expect((await oidc.logIn('e-1')).session).toBeDefined()
    expect(await oidc.service.store.users.remove(gone)).toBe('changed')
    expect((await oidc.logIn('e-1')).to).toBe(refused)
  })

  test('that two accounts with one address begin at the same time binds only one', async () => {
    await oidc.staff.invite('Hugo', 'marketer')
    oidc.addAccount('h-1', 'hugo@example.org')
    oidc.addAccount('h-2', 'hugo@example.org')
    const both = await Promise.all([oidc.logIn('h-1'), oidc.logIn('h-2')])
    expect(new Set(both.map(({ to }) => to))).toEqual(new Set(['/konto', refused]))
  })

  test('returns to pages of the staff only', async () => {
    await oidc.staff.invite('Ilse', 'marketer')
    oidc.addAccount('i-1', 'ilse@example.org')
    const wrong = [
      'https://example.org/',
      '//example.org',
      '/\\example.org',
      '/berichte/../x',
      '/step-1',
      '/berichte\r\nx: y',
    ]
    for (const page of wrong) expect([page, (await oidc.logIn('i-1', page)).to]).toEqual([page, '/konto'])
    expect((await oidc.logIn('i-1', '/auftraege/suche?q=a%20b')).to).toBe('/auftraege/suche?q=a%20b')
  })

  test('that was cancelled leads back to the login page, which keeps the requested page', async () => {
    expect((await oidc.logIn('cancel')).to).toBe('/konto?anmeldung=cancelled')
    const page = '/berichte/abbruch?funnel=anmeldung&zeitraum=7'
    const { to } = await oidc.logIn('cancel', page)
    expect(Object.fromEntries(new URL(to!, redirectUri).searchParams)).toEqual({
      anmeldung: 'cancelled',
      return: page,
    })
    expect((await oidc.logIn('cancel', '//example.org')).to).toBe('/konto?anmeldung=cancelled')
  })

  test('ends what the browser has opened without a name, before the session begins', async () => {
    await oidc.staff.invite('Mona', 'marketer')
    oidc.addAccount('m-1', 'mona@example.org')
    const { app, store } = oidc.service
    const shared = cookieOf(await send(app, 'POST', '/api/login', { password: testPassword }))
    const link = `formlotse-link=${'x'.repeat(43)}`
    const first = await oidc.begin('m-1', '/berichte')
    const { end } = store.sessions
    store.sessions.end = () => Promise.reject(new StoreUnavailable('full'))
    const failed = await oidc.open(first.url, `${first.cookie}; ${shared}`)
    store.sessions.end = end
    expect(failed).toMatchObject({
      to: '/konto?anmeldung=unavailable&return=%2Fberichte',
      session: undefined,
    })
    const second = await oidc.begin('m-1')
    const { session, cookies } = await oidc.open(second.url, `${second.cookie}; ${shared}; ${link}`)
    expect(session).toBeDefined()
    for (const name of ['formlotse-reports', 'formlotse-link'])
      expect(cookies.join()).toContain(`${name}=; Max-Age=0`)
    const reports = await send(app, 'GET', '/api/session', undefined, { cookie: shared })
    expect(await reports.json()).toMatchObject({ authenticated: false })
  })

  describe('whose callback', () => {
    const expired = { to: '/konto?anmeldung=expired', session: undefined }
    beforeAll(() => oidc.staff.invite('Jana', 'admin'))

    test('comes from another browser logs nobody in', async () => {
      const [attacker, victim] = [await callback(), await callback()]
      expect(await oidc.open(attacker.url)).toMatchObject(expired)
      expect(await oidc.open(attacker.url, victim.cookie)).toMatchObject(expired)
      expect(await oidc.open(victim.url, `${victim.cookie}x`)).toMatchObject(expired)
    })

    test.each<[string, (url: URL) => void]>([
      ['has no state', (url) => url.searchParams.delete('state')],
      ['has another state', (url) => url.searchParams.set('state', 'x')],
      ['has the state twice', (url) => url.searchParams.append('state', url.searchParams.get('state')!)],
    ])('%s logs nobody in, and leaves the login that another tab has begun', async (_, change) => {
      const { url, cookie } = await callback()
      const own = url.href
      change(url)
      expect(await oidc.open(url, cookie)).toMatchObject({ ...expired, cookies: [] })
      expect((await oidc.open(new URL(own), cookie)).session).toBeDefined()
    })

    test('is huge logs nobody in, and the cookie is removed', async () => {
      const { url, cookie } = await callback()
      url.searchParams.append('more', 'x'.repeat(6000))
      const response = await oidc.open(url, cookie)
      expect(response).toMatchObject(expired)
      expect(response.cookies.join()).toMatch(/formlotse-oidc=; Max-Age=0/)
    })

    test.each<[string, string, (url: URL) => void]>([
      ['has another issuer', 'failed', (url) => url.searchParams.set('iss', 'https://login.example.org')],
      ['has another code', 'failed', (url) => url.searchParams.set('code', 'x')],
      ['has no code', 'failed', (url) => url.searchParams.delete('code')],
      ['has the code twice', 'failed', (url) => url.searchParams.append('code', 'x')],
      [
        'has an unknown error',
        'failed',
        (url) => {
          url.searchParams.delete('code')
          url.searchParams.set('error', '<script>')
        },
      ],
    ])('%s logs nobody in', async (_, code, change) => {
      const { url, cookie } = await callback()
      change(url)
      expect(await oidc.open(url, cookie)).toMatchObject({
        to: `/konto?anmeldung=${code}`,
        session: undefined,
      })
    })

    test('comes too late logs nobody in', async () => {
      const { url, cookie } = await callback()
      const start = oidc.service.clock.now()
      oidc.service.clock.advance(10 * 60 * 1000)
      expect(await oidc.open(url, cookie)).toMatchObject(expired)
      oidc.service.clock.set(start)
    })

    test('is repeated logs in once, also with a cookie that was kept', async () => {
      const { url, cookie } = await callback()
      expect((await oidc.open(url, cookie)).session).toBeDefined()
      expect(await oidc.open(url)).toMatchObject(expired)
      expect(await oidc.open(url, cookie)).toMatchObject({
        to: '/konto?anmeldung=failed',
        session: undefined,
      })
    })
  })
})

test('with a public client needs no secret', async () => {
  const oidc = await openOidcService({ isPublic: true })
  await oidc.staff.invite('Karl', 'marketer')
  oidc.addAccount('k-1', 'karl@example.org')
  const { url } = await oidc.begin('k-1')
  expect(url.href.startsWith(redirectUri)).toBe(true)
  expect((await oidc.logIn('k-1')).session).toBeDefined()
  await oidc.close()
})

test('writes codes to the log, and nothing secret or personal', async () => {
  const oidc = await openOidcService()
  await oidc.staff.invite('Lena', 'marketer')
  oidc.addAccount('l-1', 'lena@example.org')
  oidc.addAccount('x-1', 'nobody@example.org')
  await oidc.logIn('l-1')
  await oidc.logIn('x-1')
  await oidc.logIn('cancel')
  const { url, cookie } = await oidc.begin('l-1')
  const wrong = new URL(url)
  wrong.searchParams.set('code', 'x')
  await oidc.open(wrong, cookie)
  const hostile = new URL(url)
  hostile.searchParams.delete('code')
  hostile.searchParams.set('error', 'e-mail of somebody')
  await oidc.open(hostile, cookie)
  oidc.service.store.userSessions.begin = () => Promise.reject(new StoreUnavailable('full'))
  expect((await oidc.logIn('l-1')).to).toBe('/konto?anmeldung=unavailable')
  const lines = oidc.service.lines.join()
  for (const text of [
    '"code":"store"',
    '/api/account/oidc/callback',
    'oidc-refused',
    'access_denied',
    'invalid_grant',
  ])
    expect(lines).toContain(text)
  const secrets = [cookie.split('=')[1]!, url.searchParams.get('code')!, url.searchParams.get('state')!]
  const personal = ['example.org', 'Lena', 'l-1', 'e-mail of somebody', clientSecret]
  for (const text of [...secrets, ...personal]) expect(lines.includes(text) && text).toBe(false)
  await oidc.close()
})

test.each([
  ['has no logout', false, false, '/konto'],
  ['cannot be reached, which it says', true, true, '/konto?anmeldung=logout-incomplete'],
] as const)('a logout leads to the login page if the provider %s', async (_, hasLogout, isDown, to) => {
  const oidc = await openOidcService({ hasLogout })
  try {
    await oidc.staff.invite('Quirin', 'admin')
    oidc.addAccount('q-1', 'quirin@example.org')
    const login = await oidc.logIn('q-1')
    const cookie = login.cookies.map((one) => one.split(';')[0]).join('; ')
    if (isDown) {
      await oidc.stopProvider()
      // The metadata is read again after an hour.
      oidc.service.clock.advance(3_600_001)
    }
    const ended = await send(oidc.service.app, 'POST', '/api/account/logout', {}, { cookie })
    expect([ended.status, await ended.json()]).toMatchObject([200, { providerLogout: true }])
    const next = await oidc.open(new URL(providerLogoutPath, redirectUri))
    expect(next).toMatchObject({ status: 302, to })
    // It is no refused login.
    expect(oidc.service.lines.join().includes('a logout could not continue at the provider')).toBe(isDown)
    const audit = await oidc.service.store.operators.auditOfStaff({ limit: 100 })
    expect(audit.map(({ action }) => action).filter((action) => action.startsWith('refused'))).toEqual([])
    expect(oidc.service.lines.join()).not.toContain('access refused')
  } finally {
    await oidc.service.close()
    if (!isDown) await oidc.stopProvider()
  }
})
