import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CryptoKey, type JWTPayload, SignJWT, exportJWK, generateKeyPair } from 'jose'
import { clientId } from './run-provider.ts'

/** What is wrong at a provider. */
export interface Wrong {
  /** Claims of the ID token that replace the right ones. */
  claims?: JWTPayload
  /** Signs with a key that the provider does not publish. */
  otherKey?: boolean
  /** Members of the metadata that replace the right ones. */
  metadata?: Record<string, unknown>
  userinfo?: Record<string, unknown>
  /** The token endpoint responds with this status and no JSON. */
  tokenStatus?: number
  /** The token endpoint responds without an ID token. */
  noIdToken?: boolean
  /** The path with this end is never responded to. */
  silent?: string
}

/** Starts a provider that is wrong in one way, which a test can change. A test sets the nonce of its login. */
export async function startWrongProvider(wrong: Wrong) {
  const [own, other] = [await generateKeyPair('ES256'), await generateKeyPair('ES256')]
  const jwk = { ...(await exportJWK(own.publicKey)), kid: 'own', alg: 'ES256', use: 'sig' }
  const key = wrong.otherKey ? other.privateKey : own.privateKey
  const login = { nonce: '' }
  const authorizations: (string | undefined)[] = []
  const server = createServer((request, response) => {
    const path = request.url!.split('?')[0]!
    if (wrong.silent !== undefined && path.endsWith(wrong.silent)) return
    if (path === '/token') authorizations.push(request.headers.authorization)
    void respond(path, request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`
  const metadata = {
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    userinfo_endpoint: `${issuer}/userinfo`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
  }
  const claims = () => ({ iss: issuer, aud: clientId, sub: 'w-1', nonce: login.nonce, ...wrong.claims })

  async function respond(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    for await (const _ of request);
    if (path === '/token' && wrong.tokenStatus !== undefined) {
      response.writeHead(wrong.tokenStatus, { 'content-type': 'text/html' })
      return void response.end('<h1>error</h1>')
    }
    const idToken = wrong.noIdToken ? {} : { id_token: await sign(claims(), key) }
    const bodies: Record<string, object> = {
      '/.well-known/openid-configuration': { ...metadata, ...wrong.metadata },
      '/jwks': { keys: [jwk] },
      '/token': { access_token: 'a', token_type: 'Bearer', expires_in: 600, ...idToken },
      '/userinfo': wrong.userinfo ?? { sub: 'w-1', email: 'wilma@example.org', email_verified: true },
    }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(bodies[path] ?? {}))
  }

  return {
    issuer,
    login,
    /** The header `Authorization` of each request to the token endpoint. */
    authorizations,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function sign(claims: JWTPayload, key: CryptoKey): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  return new SignJWT({ iat: now, exp: now + 600, ...claims })
    .setProtectedHeader({ alg: 'ES256', kid: 'own' })
    .sign(key)
}
