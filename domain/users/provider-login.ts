// Login with an account at a provider of OpenID Connect. The service and the login pages share these paths and codes.

const api = '/api/account/oidc'
export const providerLoginPath = `${api}/login`
export const providerCallbackPath = `${api}/callback`
/** Leads to the logout at the provider, or back to the login page if the provider has none. */
export const providerLogoutPath = `${api}/logout`

/** Why a login at the provider failed, as the query of the login page says it. */
export const providerFailures = [
  'cancelled',
  'expired',
  'unavailable',
  'refused',
  'failed',
  'too-many-requests',
] as const
export type ProviderFailure = (typeof providerFailures)[number]

/** What the query of the login page says if a logout could not continue at the provider. */
export const logoutIncomplete = 'logout-incomplete'

export const failureParameter = 'anmeldung'
/** Page that is shown after the login, in the query of the login page and of the login itself. */
export const returnParameter = 'return'
export const accountPath = '/konto'

const staffPage =
  /^\/(?:konto|berichte|auftraege)(?:\/[a-z0-9-]{1,60}){0,3}\/?(?:\?[\w.~%&=:;,!*()@/?+'$-]{0,1500})?$/

/** Returns the page of this site that is shown after the login; anything but a page of the staff becomes `/konto`. */
export function returnPath(text: string | undefined): string {
  return text !== undefined && staffPage.test(text) ? text : accountPath
}
