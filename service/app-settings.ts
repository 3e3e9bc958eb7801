import path from 'node:path'
import { type VaultCipher, createVaultCipher } from '#db/keys/vault-cipher.ts'
import type { SiteSettings } from '#domain/site/site-settings.ts'
import { marketerFingerprint, operatorFingerprint } from '#service/access/sessions.ts'
import type { ConversionFiles } from '#domain/conversions/platform-files.ts'
import { conversionFilesOf } from '#service/config/conversion-files.ts'
import type { Env } from '#service/config/env.ts'
import { oidcSettingsOf } from '#service/config/oidc-settings.ts'
import { isPublicSite, takesTestPayments } from '#service/config/network/public-site.ts'
import type { Secrets } from '#service/config/secrets.ts'
import { oidcLoginOf } from '#service/oidc/oidc-login.ts'
import type { OidcLogin } from '#service/oidc/routes.ts'
import { ticketKey } from '#service/orders/payment-ticket.ts'
import type { StatusSettings } from '#service/status/routes.ts'
import { createStatusAccess, createStatusLinks } from '#service/status/status-links.ts'
import { siteSettingsOf } from '#service/site/site-settings.ts'
import type { Hashing } from '#service/users/passwords.ts'

export interface AppSettings {
  /** Number of trusted proxies in front of the service. */
  trustProxy: number
  rateLimit: boolean
  /** Folder of the built web app. */
  webRoot: string
  /** Public address of the service, without a trailing slash; defaults to the address of the request. */
  publicUrl?: string | undefined
  reportsToken: string
  /** Password with which readers of the reports log in. */
  reportsPassword: string
  /** Fingerprint of `reportsPassword`; sessions opened with another password are invalid. */
  passwordFingerprint: string
  /**
   * Password of the operators, and its fingerprint (see `operatorFingerprint`). If absent, the service has no
   * operators' page.
   */
  desk?: { password: string; credential: string; submitAfterMs: number; letterService: boolean }
  /** Encrypts names and addresses of users, and hashes the addresses. */
  userCipher: Pick<VaultCipher, 'seal' | 'unseal' | 'emailHmac'>
  /** Parameters of new password hashes; defaults to those that OWASP recommends. The tests have cheaper ones. */
  hashing?: Hashing
  /** Origin of links in e-mails, without a trailing slash; defaults to `publicUrl`. */
  siteUrl?: string
  /** Login with OpenID Connect; absent if none is configured. */
  oidc?: OidcLogin | undefined
  /** Key that signs the tickets of the test payment page. */
  ticketKey: Uint8Array
  /** Links, tokens and times of the status page; if absent, there is none. */
  status?: StatusSettings
  /**
   * Secrets that verify payment reports; more than one while an old secret is being replaced. The first one also signs
   * the reports of the test payment page.
   */
  paymentSecrets: readonly [string, ...string[]]
  /** URL of the external payment page; if absent, the service's own test page is used. */
  checkoutUrl?: string | undefined
  /** Ids of the VIP products in the external checkout, by funnel. */
  vipProductIds?: Readonly<Record<string, number>> | undefined
  /** True if this site is public but takes test payments. The log and the reports then show a warning. */
  testPayments?: boolean
  /** Maximum number of address lookups per day, for all clients together. */
  addressBudget?: number
  webhookConfigured: boolean
  /** Files from which ad platforms learn of orders; absent if none is configured. */
  conversionFiles?: ConversionFiles | undefined
  /** Settings shown on the pages; defaults to `defaultSiteSettings`. */
  site?: SiteSettings
  /** Maximum total size, in bytes, of all uploads that belong to no order; unlimited if absent. */
  uploadQuota?: number
}

export const webRoot = path.resolve(import.meta.dirname, '../web/dist')

/** Returns the public address of the site, for links in e-mails. */
export function siteUrl(env: Env): string {
  return env.PUBLIC_URL ?? `http://localhost:${env.PORT}`
}

/** Returns the settings of the HTTP API. `texts` are the hashes of the legal pages. */
export function appSettings(env: Env, secrets: Secrets, texts: SiteSettings['texts']): AppSettings {
  return {
    trustProxy: env.TRUST_PROXY,
    rateLimit: env.RATE_LIMIT,
    webRoot,
    publicUrl: env.PUBLIC_URL,
    reportsToken: secrets.reportsToken,
    reportsPassword: secrets.reportsPassword,
    passwordFingerprint: marketerFingerprint(secrets),
    desk: {
      password: secrets.ordersPassword,
      credential: operatorFingerprint(secrets),
      submitAfterMs: env.SUBMIT_AFTER,
      letterService: env.LETTER_URL !== undefined,
    },
    userCipher: createVaultCipher(secrets.piiKey),
    siteUrl: siteUrl(env),
    oidc: oidcLoginOf(oidcSettingsOf(env), secrets),
    ticketKey: ticketKey(secrets),
    status: {
      links: createStatusLinks({ piiKey: secrets.piiKey, publicUrl: siteUrl(env) }),
      access: createStatusAccess(secrets),
      submitAfterMs: env.SUBMIT_AFTER,
    },
    paymentSecrets: secrets.paymentSecrets,
    checkoutUrl: env.CHECKOUT_URL,
    vipProductIds: env.VIP_PRODUCT_IDS,
    testPayments: isPublicSite(env) && takesTestPayments(env),
    addressBudget: env.ADDRESS_BUDGET,
    webhookConfigured: env.WEBHOOK_URL !== undefined,
    conversionFiles: conversionFilesOf(env),
    site: siteSettingsOf(env, texts),
    uploadQuota: env.UPLOAD_QUOTA,
  }
}
