import { providerCallbackPath, providerLoginPath } from '#domain/users/provider-login.ts'
import { oidcLoginOf } from '#service/oidc/oidc-login.ts'
import { type TestOptions, openTestService } from '#tests/service/harness.ts'
import { staffOf } from '#tests/service/users/staff.ts'
import { randomBytes } from 'node:crypto'
import { type Account, clientId, logInAt, startProvider } from './run-provider.ts'

const publicUrl = 'http://localhost:3000'
export const redirectUri = publicUrl + providerCallbackPath
export const clientSecret = 'secret-of-the-client'

export type OidcService = Awaited<ReturnType<typeof openOidcService>>

interface Options extends Pick<TestOptions, 'openStore'> {
  isPublic: boolean
  /** Issuer of another provider, which the test runs. */
  issuer: string
  rateLimit: boolean
  /** Whether the provider has a logout. */
  hasLogout: boolean
}

/** Returns what a response of the routes says; `session` is the cookie of the user. */
function outcomeOf(response: Response) {
  const cookies = response.headers.getSetCookie()
  const session = cookies.find((cookie) => cookie.startsWith('formlotse-user='))?.split(';')[0]
  return { status: response.status, to: response.headers.get('location'), cookies, session }
}

/** Opens the service with a login at a real provider, which runs on this machine. */
export async function openOidcService({
  isPublic = false,
  issuer,
  rateLimit = false,
  hasLogout = true,
  ...over
}: Partial<Options> = {}) {
  const accounts = new Map<string, Account>()
  const secret = isPublic ? {} : { clientSecret }
  const provider = await startProvider({ redirectUri, ...secret, hasLogout, accounts })
  const piiKey = randomBytes(32)
  const registered = {
    issuer: issuer ?? provider.issuer,
    clientId,
    ...secret,
    name: 'Firmenkonto',
    redirectUri,
  }
  const oidc = oidcLoginOf(registered, { piiKey })
  const service = await openTestService({ ...over, piiKey, settings: { oidc, rateLimit } })
  const staff = staffOf({ ...service, now: service.clock.now })

  /** Begins a login; returns the address of the provider and the cookie of the browser. */
  async function start(page?: string) {
    const query = page === undefined ? '' : `?${new URLSearchParams({ return: page })}`
    const response = await service.app.request(providerLoginPath + query)
    const { to, cookies } = outcomeOf(response)
    return { to: to!, cookie: cookies[0]?.split(';')[0], cookies }
  }

  async function begin(subject: string, page?: string) {
    const { to, cookie } = await start(page)
    return { url: await logInAt(to, subject), cookie: cookie! }
  }

  async function open({ pathname, search }: URL, cookie?: string) {
    const headers = cookie === undefined ? {} : { cookie }
    return outcomeOf(await service.app.request(pathname + search, { headers }))
  }

  return {
    service,
    staff,
    accounts,
    start,
    begin,
    open,
    addAccount: (subject: string, email: string) =>
      void accounts.set(subject, { email, emailVerified: true }),
    /** Logs in and returns the response to the callback. */
    async logIn(subject: string, page?: string) {
      const { url, cookie } = await begin(subject, page)
      return open(url, cookie)
    },
    stopProvider: provider.stop,
    async close() {
      await provider.stop()
      await service.close()
    },
  }
}
