import { providerCallbackPath } from '#domain/users/provider-login.ts'
import { StartError } from './start-error.ts'
import { variable } from './variables.ts'

const issuerAllowed =
  'the https address of the provider without query, for example https://login.example.de/realms/staff; http only for localhost'

/** Variables of the login with OpenID Connect. */
export const oidcVariables = {
  OIDC_ISSUER: variable(readIssuer, undefined, issuerAllowed),
  OIDC_CLIENT_ID: variable(printable, undefined, '1 to 256 printable ASCII characters'),
  OIDC_CLIENT_SECRET: variable(printable, undefined, '1 to 256 printable ASCII characters'),
  OIDC_NAME: variable(
    (text) => (/^[^\p{C}]{1,40}$/u.test(text) ? text : undefined),
    undefined,
    'a line of 1 to 40 characters',
  ),
}

/** Registration of this service at the provider of OpenID Connect. */
export interface OidcSettings {
  issuer: string
  clientId: string
  /** If absent, this service is a public client. */
  clientSecret?: string
  /** Name of the account on the button. */
  name: string
  redirectUri: string
}

interface OidcEnv {
  OIDC_ISSUER: string | undefined
  OIDC_CLIENT_ID: string | undefined
  OIDC_CLIENT_SECRET: string | undefined
  OIDC_NAME: string | undefined
  PUBLIC_URL: string | undefined
}

function readIssuer(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || url.username || url.password || url.search || url.hash) return undefined
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLocal) ? text : undefined
}

function printable(text: string): string | undefined {
  return /^[\x21-\x7e]{1,256}$/.test(text) ? text : undefined
}

/**
 * Returns the settings of the login with OpenID Connect; undefined if none is configured. Throws a `StartError` with a
 * line for each variable that is missing.
 */
export function oidcSettingsOf(env: OidcEnv): OidcSettings | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env
  const { OIDC_NAME: name, PUBLIC_URL: publicUrl } = env
  if ([issuer, clientId, clientSecret, name].every((value) => value === undefined)) return undefined
  if (issuer !== undefined && clientId !== undefined && publicUrl !== undefined)
    return {
      issuer,
      clientId,
      ...(clientSecret !== undefined && { clientSecret }),
      name: name ?? 'Firmenkonto',
      redirectUri: publicUrl + providerCallbackPath,
    }
  const needs: [string, string | undefined, string][] = [
    ['OIDC_ISSUER', issuer, issuerAllowed],
    ['OIDC_CLIENT_ID', clientId, 'the id that the provider gave to this service'],
    ['PUBLIC_URL', publicUrl, 'the address of this site, to which the provider returns'],
  ]
  const missing = needs.filter(([, value]) => value === undefined)
  throw new StartError(
    missing
      .map(
        ([variableName, , allowed]) =>
          `${variableName} is missing: the login with OpenID Connect (OIDC_…) requires it; allowed: ${allowed}.`,
      )
      .join('\n'),
  )
}
