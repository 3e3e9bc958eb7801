import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayMs } from '#domain/time/durations.ts'
import { newScriptToken } from '#service/access/require-token.ts'
import { providerCallbackPath } from '#domain/users/provider-login.ts'
import type { TokenScope } from '#domain/users/user-contract.ts'
import { testOrdersPassword, testToken } from '#tests/service/harness.ts'
import { actionName } from '#domain/users/audit-words.ts'
import { type Emails, openEmails } from '#tests/service/mail/open-emails.ts'
import { openNewLink } from '#tests/service/shared-links/open-new-link.ts'
import { cookieOf, logInUser, send, staffOf } from './staff.ts'

/** Who is admitted to a kind of route. The others get a 401 or 403. */
const admitted = {
  /** Routes for visitors and for logging in, which check what they need themselves. */
  public: undefined,
  /** Reports with figures, which a shared link opens as well. */
  figures: ['marketer', 'admin', 'shared password', 'shared token', 'read', 'write', 'link'],
  read: ['marketer', 'admin', 'shared password', 'shared token', 'read', 'write'],
  write: ['marketer', 'admin', 'shared password', 'shared token', 'write'],
  desk: ['operator', 'admin', 'shared desk password'],
  links: ['marketer', 'admin', 'shared password'],
  account: ['marketer', 'operator', 'admin'],
  access: ['admin'],
  metrics: ['shared token', 'metrics'],
} as const
type Kind = keyof typeof admitted

/** The first rule that matches a route decides its kind. A route without a rule fails the test. */
const rules: [RegExp, Kind][] = [
  [/^\S+ \/api\/access\//, 'access'],
  [/^GET \/api\/account\/oidc\/(login|callback|logout)$/, 'public'],
  [/^(GET \/api\/account|POST \/api\/account\/(login|logout|invitation|invitation\/accept))$/, 'public'],
  [/^\S+ \/api\/account\//, 'account'],
  [/^(POST \/api\/desk\/(login|logout)|GET \/api\/desk\/session)$/, 'public'],
  [/^\S+ \/api\/desk\//, 'desk'],
  [/^GET \/metrics$/, 'metrics'],
  [/^GET \/api\/conversion-files\/:secret\/:file$/, 'public'],
  [/^(POST \/api\/links\/(open|close)|GET \/api\/links\/session)$/, 'public'],
  [/^\S+ \/api\/links/, 'links'],
  [
    /^GET \/api\/reports\/(overview|live|drop-off|attribution|cohorts|goals|experiments|quality|moment|annotations|inbox|notices)(\/[a-z]+)?(\.de)?(\.csv)?$/,
    'figures',
  ],
  [/^GET \/api\/(reports|conversion-files)\//, 'read'],
  [/^\S+ \/api\/(reports|annotations|costs|alerts|goals)/, 'write'],
  [/^(POST \/api\/(login|logout)|GET \/api\/session)$/, 'public'],
  [/^\S+ \/api\/(events|orders|payments|iban|addresses|uploads|handovers|site|texts|status)/, 'public'],
  [/^POST \/api\/(send-support-email|withdrawals)$/, 'public'],
  [/^GET (\/api\/openapi\.json|\/healthz|\/readyz|\/\*|\/robots\.txt|\/sitemap\.xml|\/site\.css)$/, 'public'],
  [/^\S+ \/(auftrag|widerruf|testzahlung)/, 'public'],
]

const kindOf = (route: string): Kind | undefined => rules.find(([pattern]) => pattern.test(route))?.[1]

let emails: Emails
let routes: { method: string; path: string }[]
const visitors = new Map<string, Record<string, string>>([['nobody', {}]])

beforeAll(async () => {
  const provider = { issuer: 'https://login.example.org', clientId: 'formlotse', name: 'Firmenkonto' }
  emails = await openEmails({ oidc: { ...provider, redirectUri: 'http://localhost:3000/callback' } })
  const { app, service } = emails
  const { store, clock } = service
  routes = app.routes.filter(({ method }) => method !== 'ALL')
  const staff = staffOf({ ...service, now: clock.now })
  for (const role of ['marketer', 'operator', 'admin'] as const) {
    await staff.add(role, role)
    visitors.set(role, { cookie: cookieOf(await logInUser(app, staff.emailOf(role))) })
  }
  for (const scope of ['read', 'write', 'metrics'] satisfies TokenScope[]) {
    const { token, hash } = newScriptToken()
    const times = { createdAt: clock.now(), expiresAt: clock.now() + dayMs }
    const added = { id: scope, kind: 'script', name: scope, scope, userId: null, hash, ...times } as const
    await store.accessTokens.add(added, 9)
    visitors.set(scope, { authorization: `Bearer ${token}` })
  }
  const reader = { cookie: cookieOf(await logInUser(app, staff.emailOf('marketer'))) }
  visitors.set('link', await openNewLink(app, { maker: reader }))
  visitors.set('shared token', { authorization: `Bearer ${testToken}` })
  const shared = await send(app, 'POST', '/api/login', { password: testToken })
  visitors.set('shared password', { cookie: cookieOf(shared) })
  const desk = { name: 'Otto', password: testOrdersPassword }
  visitors.set('shared desk password', {
    cookie: cookieOf(await send(app, 'POST', '/api/desk/login', desk)),
  })
})
afterAll(() => emails.close())

describe('every route', () => {
  test('has a rule that says who is admitted', () => {
    expect(routes.length).toBeGreaterThan(100)
    expect(routes.some(({ path }) => path === providerCallbackPath)).toBe(true)
    const unknown = routes.map(({ method, path }) => `${method} ${path}`).filter((route) => !kindOf(route))
    expect(unknown).toEqual([])
  })

  test('that changes something with the rights of a user has a name in the log of the page', () => {
    const actions = routes
      .filter(({ method, path }) => method !== 'GET' && kindOf(`${method} ${path}`) === 'write')
      .map(({ method, path }) => `${method} ${path}`)
    expect(actions.length).toBeGreaterThan(8)
    expect(actions.filter((action) => actionName(action) === action)).toEqual([])
  })

  test.each(Object.keys(admitted).filter((kind) => kind !== 'public') as Exclude<Kind, 'public'>[])(
    'of the kind %s admits only those it should',
    async (kind) => {
      const own = routes.filter(({ method, path }) => kindOf(`${method} ${path}`) === kind)
      expect(own.length).toBeGreaterThan(0)
      const wrong: string[] = []
      for (const { method, path } of own)
        for (const [visitor, headers] of visitors) {
          const address = path.replaceAll(/:\w+/g, 'x')
          const { status } = await send(emails.app, method, address, undefined, headers)
          const isAdmitted = status !== 401 && status !== 403
          const should = (admitted[kind] as readonly string[]).includes(visitor)
          if (isAdmitted !== should) wrong.push(`${visitor}: ${method} ${path} ${status}`)
        }
      expect(wrong).toEqual([])
    },
  )
})
