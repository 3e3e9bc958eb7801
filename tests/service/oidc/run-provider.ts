import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

/** A person who has an account at the provider. */
export interface Account {
  email?: string
  emailVerified?: boolean
}

export interface ProviderOptions {
  redirectUri: string
  /** If absent, the client is public. */
  clientSecret?: string
  /** Whether the provider has a logout; by default, it has one. */
  hasLogout?: boolean
  /** Accounts by subject. A test may change them. */
  accounts: Map<string, Account>
}

export const clientId = 'formlotse'

/** Starts a real provider of OpenID Connect on this machine. Its login page asks for the subject only. */
export async function startProvider({
  redirectUri,
  clientSecret,
  hasLogout = true,
  accounts,
}: ProviderOptions) {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`
  const auth = clientSecret === undefined ? 'none' : 'client_secret_basic'
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        ...(clientSecret !== undefined && { client_secret: clientSecret }),
        token_endpoint_auth_method: auth,
        redirect_uris: [redirectUri],
        post_logout_redirect_uris: hasLogout ? [new URL('/konto', redirectUri).href] : [],
      },
    ],
    cookies: { keys: ['key of the tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: [] },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: hasLogout } },
    interactions: { url: (_, { uid }) => `/login/${uid}` },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
    findAccount: (_, sub) => {
      const account = accounts.get(sub)
      if (!account) return undefined
      const { email, emailVerified } = account
      return { accountId: sub, claims: () => ({ sub, email, email_verified: emailVerified }) }
    },
    // Nobody is asked for consent.
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client!.clientId,
        accountId: oidc.session!.accountId!,
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  addLoginPage(server, provider)
  return { issuer, stop: () => stop(server) }
}

/** The form is sent by POST with the subject; the button 'Abbrechen' refuses the login. */
function addLoginPage(server: Server, provider: Provider): void {
  const respond = provider.callback()
  server.on('request', (request, response) => {
    if (!request.url!.startsWith('/login/')) return void respond(request, response)
    if (request.method === 'GET') {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      return void response.end(loginPage)
    }
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const form = new URLSearchParams(Buffer.concat(chunks).toString())
      const result = form.has('cancel')
        ? { error: 'access_denied', error_description: 'cancelled' }
        : { login: { accountId: form.get('subject')! } }
      void provider.interactionFinished(request, response, result)
    })
  })
}

const loginPage = `<!doctype html><html lang="de"><meta charset="utf-8"><title>Anmeldedienst</title>
<meta name="viewport" content="width=device-width"><h1>Anmeldedienst</h1>
<form method="post"><label>Kennung <input name="subject"></label>
<button>Weiter</button> <button name="cancel" value="1">Abbrechen</button></form></html>`

async function stop(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}

/**
 * Follows the redirects of the provider as a browser does, logs in as `subject`, where `cancel` presses that button, and returns the URL of the
 * callback.
 */
export async function logInAt(url: string, subject: string): Promise<URL> {
  const cookies = new Map<string, string>()
  const { origin } = new URL(url)
  let next: { url: URL; body?: URLSearchParams } = { url: new URL(url) }
  for (let step = 0; step < 10; step += 1) {
    if (next.url.origin !== origin) return next.url
    const response = await fetch(next.url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
      ...(next.body && { method: 'POST', body: next.body }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!
      cookies.set(name!, value!)
    }
    const location = response.headers.get('location')
    const body = new URLSearchParams(subject === 'cancel' ? { cancel: '1' } : { subject })
    if (location === null && response.status !== 200)
      throw new Error(`the provider responded with ${response.status}: ${await response.text()}`)
    next = location === null ? { url: next.url, body } : { url: new URL(location, next.url) }
  }
  throw new Error('the provider redirects without end')
}
