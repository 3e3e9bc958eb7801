import { createTransport } from 'nodemailer'
import type { DatabaseAddress } from '#service/config/database-url.ts'
import { type Env, databaseOf } from '#service/config/env.ts'
import { StartError } from '#service/config/start-error.ts'
import { type ResolveHost, checkHost } from './resolve-host.ts'
import { hostUrls } from '#db/postgres/hosts/host-urls.ts'

/** A connection that is not encrypted, or whose server is not verified. */
export interface ClearTextTarget {
  variable: string
  host: string
  /** Faulty part of the configured value, as a phrase for the error message. */
  read: string
  /** What is allowed instead, as a phrase for the error message. */
  allowed: string
}

/**
 * Returns the configured connections that are not encrypted or not verified. An `smtp:` URL is included only if its
 * parameters weaken TLS, because the connection is otherwise upgraded with STARTTLS (see `smtpRequiresTls`).
 */
export async function clearTextTargets(env: Env): Promise<ClearTextTarget[]> {
  const addresses = {
    WEBHOOK_URL: env.WEBHOOK_URL,
    ALERT_WEBHOOK_URL: env.ALERT_WEBHOOK_URL,
    CHECKOUT_URL: env.CHECKOUT_URL,
    ANALYTICS_URL: env.ANALYTICS_URL,
    IBAN_URL: env.IBAN_URL,
    ADDRESS_URL: env.ADDRESS_URL?.url,
    LETTER_URL: env.LETTER_URL?.api,
  }
  return [
    ...Object.entries(addresses).flatMap(([variable, text]) => httpTarget(variable, text)),
    ...(await databaseTarget('DATABASE_URL', databaseOf(env))),
    ...(await standbyTargets(env.DATABASE_READ_URL)),
    ...weakenedSmtp(env.SMTP_URL),
  ]
}

function httpTarget(variable: string, text: string | undefined): ClearTextTarget[] {
  const url = text === undefined ? undefined : new URL(text)
  if (url?.protocol !== 'http:') return []
  return [{ variable, host: url.hostname, read: 'http', allowed: 'https' }]
}

/**
 * Returns the hosts of the database whose certificates are not verified. The list is empty
 * for a SQLite file, a Unix socket and a server whose certificate is verified.
 */
export async function databaseTarget(
  variable: string,
  database: DatabaseAddress,
): Promise<ClearTextTarget[]> {
  if (database.engine === 'sqlite') return []
  // Imported here so that SQLite installations load no PostgreSQL code.
  const { connectionSecurity } = await import('#db/postgres/connection/connection-security.ts')
  return (hostUrls(database.url) ?? [database.url]).flatMap((url) => {
    const { host, verified } = connectionSecurity(url)
    if (verified || host.startsWith('/')) return []
    return [{ variable, host, read: 'no sslmode=verify-full', allowed: 'sslmode=verify-full' }]
  })
}

async function standbyTargets(urls: readonly string[] = []): Promise<ClearTextTarget[]> {
  const targets = urls.map((url) => databaseTarget('DATABASE_READ_URL', { engine: 'postgres', url }))
  return (await Promise.all(targets)).flat()
}

/** Parameters of an SMTP URL that override `requireTLS` or disable the verification of the certificate. */
const weakening = /^(requireTLS=(?!true$)|ignoreTLS=|opportunisticTLS=|proxy=|tls\.rejectUnauthorized=)/i

function weakenedSmtp(text: string | undefined): ClearTextTarget[] {
  const given = text === undefined ? [] : [...new URL(text).searchParams]
  const weakened = given.filter((entry) => weakening.test(entry.join('='))).map(([name]) => name)
  if (text === undefined || weakened.length === 0) return []
  const read = `the parameter ${weakened.join(', ')}`
  return [{ variable: 'SMTP_URL', host: smtpHost(text), read, allowed: 'no such parameter' }]
}

/** Returns the host of an SMTP URL as nodemailer parses it. */
function smtpHost(text: string): string {
  const { host } = createTransport(text).options as { host?: string }
  return host ?? ''
}

/**
 * Throws a `StartError` with a line for each target outside loopback and private networks. Personal data and passwords
 * for such a target would cross the internet in clear text.
 */
export async function refuseClearText(
  targets: readonly ClearTextTarget[],
  { allowed, resolve }: { allowed: boolean; resolve?: ResolveHost },
): Promise<void> {
  if (allowed) return
  const lines = await Promise.all(
    targets.map(async (target) => {
      const verdict = await checkHost(target.host, resolve)
      return verdict.private
        ? []
        : `${target.variable} is wrong: read ${target.read} for the host ${JSON.stringify(target.host)}, ${verdict.why}; ` +
            `allowed: ${target.allowed}, or a host on this machine or a private network (ALLOW_CLEARTEXT=on allows any).`
    }),
  )
  const refused = lines.flat()
  if (refused.length > 0) throw new StartError(refused.join('\n'))
}

/**
 * Returns whether the SMTP connection must be upgraded with STARTTLS. An `smtp:` URL with a public host requires it,
 * unless clear text is allowed.
 */
export async function smtpRequiresTls(
  { SMTP_URL, ALLOW_CLEARTEXT }: Pick<Env, 'SMTP_URL' | 'ALLOW_CLEARTEXT'>,
  resolve?: ResolveHost,
): Promise<boolean> {
  if (SMTP_URL === undefined || ALLOW_CLEARTEXT || !/^smtp:/i.test(SMTP_URL)) return false
  return !(await checkHost(smtpHost(SMTP_URL), resolve)).private
}
