// @module-tag slow
import { describe, expect, test } from 'vitest'
import { providerCallbackPath, providerLoginPath, providerLogoutPath } from '#domain/users/provider-login.ts'
import { createProvider } from '#service/oidc/provider.ts'
import { openTestService } from '#tests/service/harness.ts'
import { openOidcService, redirectUri } from './open-oidc.ts'
import { type Wrong, startWrongProvider } from './run-wrong-provider.ts'

/** Logs in Wilma, who is invited, at a provider; returns the outcome and the code in the log. */
async function logInAtWrong(wrong: Wrong) {
  const provider = await startWrongProvider(wrong)
  const oidc = await openOidcService({ issuer: provider.issuer })
  await oidc.staff.invite('Wilma', 'admin')
  const begun = await oidc.start()
  let outcome: { to: string | null; session?: string | undefined } = { to: begun.to }
  if (begun.to.startsWith(`${provider.issuer}/auth?`)) {
    const { searchParams } = new URL(begun.to)
    provider.login.nonce = searchParams.get('nonce')!
    const callback = new URL(searchParams.get('redirect_uri')!)
    callback.search = new URLSearchParams({ code: 'c', state: searchParams.get('state')! }).toString()
    outcome = await oidc.open(callback, begun.cookie)
  }
  const codes = oidc.service.lines.flatMap((line) => {
    const { msg, code } = JSON.parse(line) as { msg: string; code?: string }
    return msg === 'access refused' ? [code] : []
  })
  await oidc.close()
  await provider.stop()
  return { to: outcome.to, isIn: outcome.session !== undefined, codes, sent: provider.authorizations }
}

describe('a provider', () => {
  test('that does everything right logs in, with the address from the userinfo endpoint', async () => {
    expect(await logInAtWrong({})).toMatchObject({ to: '/konto', isIn: true, codes: [] })
  })

  test.each<[string, Wrong, string, string | undefined]>([
    ['with another nonce', { claims: { nonce: 'x' } }, 'failed', 'OAUTH_JWT_CLAIM_COMPARISON_FAILED'],
    [
      'with another issuer',
      { claims: { iss: 'https://login.example.org' } },
      'failed',
      'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
    ],
    ['for another client', { claims: { aud: 'other' } }, 'failed', 'OAUTH_JWT_CLAIM_COMPARISON_FAILED'],
    ['that has expired', { claims: { exp: 1_600_000_000 } }, 'failed', 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED'],
    ['of another key', { otherKey: true }, 'failed', 'OAUTH_INVALID_RESPONSE'],
  ])('that sends an ID token %s logs nobody in', async (_, wrong, reason, code) => {
    expect(await logInAtWrong(wrong)).toMatchObject({
      to: `/konto?anmeldung=${reason}`,
      isIn: false,
      codes: [code],
    })
  })

  test.each<[string, Wrong, string]>([
    ['sends no ID token', { noIdToken: true }, 'failed'],
    [
      'says that another person has the address',
      { userinfo: { sub: 'w-2', email: 'wilma@example.org', email_verified: true } },
      'failed',
    ],
    [
      'says in text that the address is verified',
      { userinfo: { sub: 'w-1', email: 'wilma@example.org', email_verified: 'true' } },
      'refused',
    ],
    ['fails at the token endpoint', { tokenStatus: 502 }, 'unavailable'],
    ['has metadata of another issuer', { metadata: { issuer: 'https://login.example.org' } }, 'failed'],
    ['does not respond with its metadata', { silent: '/openid-configuration' }, 'unavailable'],
    ['does not respond with its tokens', { silent: '/token' }, 'unavailable'],
  ])('that %s logs nobody in', async (_, wrong, reason) => {
    expect(await logInAtWrong(wrong)).toMatchObject({ to: `/konto?anmeldung=${reason}`, isIn: false })
  })

  test('gets the secret in the way that it supports', async () => {
    const [basic] = (await logInAtWrong({})).sent
    expect(basic).toMatch(/^Basic /)
    const post = { token_endpoint_auth_methods_supported: ['client_secret_post'] }
    expect(await logInAtWrong({ metadata: post })).toMatchObject({ isIn: true, sent: [undefined] })
  })
})

test('a provider that cannot be reached delays nothing else, and is tried again at the next login', async () => {
  const wrong: Wrong = { metadata: { issuer: 'https://login.example.org' } }
  const provider = await startWrongProvider(wrong)
  const oidc = await openOidcService({ issuer: provider.issuer })
  expect((await oidc.start()).to).toBe('/konto?anmeldung=failed')
  delete wrong.metadata
  expect((await oidc.start()).to).toContain(`${provider.issuer}/auth?`)
  // The metadata is kept, until it is read again after an hour.
  await provider.stop()
  expect((await oidc.start()).to).toContain(`${provider.issuer}/auth?`)
  oidc.service.clock.advance(3_600_000)
  expect((await oidc.start()).to).toBe('/konto?anmeldung=unavailable')
  expect((await oidc.service.app.request('/api/account')).status).toBe(200)
  expect(oidc.service.lines.join()).toContain('"code":"ECONNREFUSED"')
  await oidc.close()
})

test('too many attempts of a client lead back to the login page', async () => {
  const oidc = await openOidcService({ rateLimit: true })
  const begun = await Promise.all(Array.from({ length: 21 }, () => oidc.start()))
  const refused = begun.filter(({ to }) => to === '/konto?anmeldung=too-many-requests')
  expect(refused).toHaveLength(1)
  expect(refused[0]!.cookies).toEqual([])
  const logout = () => oidc.open(new URL(providerLogoutPath, redirectUri))
  expect((await logout()).to).toContain('/session/end?')
  const others = await Promise.all(Array.from({ length: 20 }, logout))
  expect(others.filter(({ to }) => to === '/konto?anmeldung=logout-incomplete')).toHaveLength(1)
  await oidc.close()
})

test('too many unknown cookies during the callback lead back to the login page, too', async () => {
  const oidc = await openOidcService({ rateLimit: true })
  await oidc.staff.invite('Wilma', 'admin')
  oidc.addAccount('w-1', 'wilma@example.org')
  const { url, cookie } = await oidc.begin('w-1')
  const headers = { cookie: `formlotse-user=${'x'.repeat(43)}` }
  let status = 200
  while (status === 200) ({ status } = await oidc.service.app.request('/api/account', { headers }))
  expect(status).toBe(429)
  const refused = await oidc.open(url, `${cookie}; ${headers.cookie}`)
  expect(refused).toMatchObject({ to: '/konto?anmeldung=too-many-requests', session: undefined })
  await oidc.close()
})

describe('an error that says nothing about the provider', () => {
  const login = { state: 's', nonce: 'n', verifier: 'v'.repeat(43), returnTo: '/konto', startedAt: 0 }
  const settings = { clientId: 'formlotse', redirectUri: 'http://localhost:3000/callback' }

  test('is no outage of the provider', async () => {
    const provider = createProvider({ ...settings, issuer: 'no address', now: () => 0 })
    const failed = { kind: 'failed', reason: 'failed', code: 'ERR_INVALID_URL' }
    expect(await provider.authorizationUrl(login)).toEqual(failed)
  })

  test('and has no code is thrown', async () => {
    const { issuer, stop } = await startWrongProvider({})
    let calls = 0
    const now = () => {
      calls += 1
      if (calls > 1) throw new TypeError('a bug')
      return 0
    }
    const provider = createProvider({ ...settings, issuer, now })
    expect(await provider.authorizationUrl(login)).toMatchObject({ kind: 'ok' })
    await expect(provider.authorizationUrl(login)).rejects.toThrow('a bug')
    await stop()
  })
})

test('without a configured provider there are no such routes', async () => {
  const service = await openTestService()
  for (const path of [providerLoginPath, providerCallbackPath])
    expect((await service.app.request(path)).status).toBe(404)
  expect(await (await service.app.request('/api/account')).json()).toEqual({ user: null, expiresAt: null })
  await service.close()
})
