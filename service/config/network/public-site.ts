import type { Env } from '#service/config/env.ts'
import { StartError } from '#service/config/start-error.ts'
import { type ResolveHost, checkHost } from './resolve-host.ts'

/** Required variables of the imprint (§ 5 DDG). One of the two tax numbers is also required; `missing` checks this. */
const providerVariables = [
  'PROVIDER_NAME',
  'PROVIDER_STREET',
  'PROVIDER_CITY',
  'PROVIDER_REPRESENTATIVE',
  'PROVIDER_REGISTER',
  'PROVIDER_EMAIL',
] as const

/**
 * Returns whether the site is public, which means that its URL is https. A public host with an http URL is refused (see
 * `refuseIncompletePublicSite`).
 */
export function isPublicSite({ PUBLIC_URL }: Pick<Env, 'PUBLIC_URL'>): boolean {
  return PUBLIC_URL !== undefined && new URL(PUBLIC_URL).protocol === 'https:'
}

/** Returns whether orders are paid on the service's own test page, without money. */
export function takesTestPayments({ CHECKOUT_URL }: Pick<Env, 'CHECKOUT_URL'>): boolean {
  return CHECKOUT_URL === undefined
}

/**
 * Throws a `StartError` if a public site lacks required variables, with a line for each of them. Also throws one if the
 * URL is http but its host is public.
 */
export async function refuseIncompletePublicSite(env: Env, resolve?: ResolveHost): Promise<void> {
  if (env.PUBLIC_URL === undefined) return
  const lines = isPublicSite(env) ? missing(env) : await publicWithoutTls(env.PUBLIC_URL, resolve)
  if (lines.length > 0) throw new StartError(lines.join('\n'))
}

async function publicWithoutTls(url: string, resolve: ResolveHost | undefined): Promise<string[]> {
  const { hostname } = new URL(url)
  const verdict = await checkHost(hostname, resolve)
  if (verdict.private) return []
  return [
    `PUBLIC_URL is wrong: read http for the host ${JSON.stringify(hostname)}, ${verdict.why}; allowed: https, or http for a host on this machine or a private network.`,
  ]
}

function missing(env: Env): string[] {
  const unset = providerVariables.filter((name) => env[name] === undefined)
  return [
    ...(takesTestPayments(env) && !env.TEST_PAYMENT
      ? [
          'CHECKOUT_URL is missing: an https PUBLIC_URL requires the address of a payment page, or TEST_PAYMENT=on for a test page that takes no money.',
        ]
      : []),
    ...unset.map((name) => `${name} is missing: an https PUBLIC_URL requires ${entryOf(name)}.`),
    ...(env.PROVIDER_VAT_ID === undefined && env.PROVIDER_TAX_NUMBER === undefined
      ? [
          'PROVIDER_VAT_ID is missing: an https PUBLIC_URL requires the VAT ID of the imprint, or a tax number in PROVIDER_TAX_NUMBER.',
        ]
      : []),
  ]
}

function entryOf(name: (typeof providerVariables)[number]): string {
  return name === 'PROVIDER_EMAIL' ? 'the e-mail address of the imprint' : 'the entry of the imprint'
}
