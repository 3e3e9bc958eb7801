import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultSiteSettings, siteSettingsPath } from '#domain/site/site-settings.ts'
import { readEnv } from '#service/config/env.ts'
import { siteSettingsOf } from '#service/site/site-settings.ts'
import { type TestService, openTestService } from '#tests/service/harness.ts'

let service: TestService
beforeAll(async () => void (service = await openTestService()))
afterAll(() => service.close())

test('the settings of the pages contain no other settings of the service', () => {
  const settings = siteSettingsOf(
    readEnv({
      PROVIDER_NAME: 'Muster UG',
      SUPPORT_EMAIL: 'hilfe@muster.test',
      VIP: 'on',
      VIP_TEXT: 'Ihr Brief geht am selben Werktag zur Post.',
      VIP_PRODUCT_IDS: 'anmeldung:136,zusaetzlich:137,aenderung:138,abmeldung:103',
      CHECKOUT_URL: 'https://pay.example/',
      PAYMENT_METHODS: 'PayPal,Kreditkarte',
      SUBMIT_AFTER: '4h',
      WEBHOOK_URL: 'https://hook.example/',
      FORWARD_DRAFTS: 'full',
      RETENTION_UNPAID: '14d',
      RETENTION_INVOICES: '8y',
      REPORTS_TOKEN: 'x'.repeat(20),
    }),
  )
  expect(settings).toEqual({
    ...defaultSiteSettings,
    provider: { ...defaultSiteSettings.provider, name: 'Muster UG', email: 'hilfe@muster.test' },
    vip: true,
    vipText: 'Ihr Brief geht am selben Werktag zur Post.',
    paymentMethods: ['PayPal', 'Kreditkarte'],
    submitAfterMs: 4 * 3_600_000,
    forwarding: 'full',
    retention: { ...defaultSiteSettings.retention, unpaid: 14 * 24 * 3_600_000, invoices: { years: 8 } },
  })
})

test.each(['on', 'off', 'full'])('without WEBHOOK_URL, FORWARD_DRAFTS=%s forwards nothing', (mode) => {
  expect(siteSettingsOf(readEnv({ FORWARD_DRAFTS: mode })).forwarding).toBeNull()
})

test('the provider’s e-mail address takes precedence over the support address', () => {
  const { provider } = siteSettingsOf(
    readEnv({ PROVIDER_EMAIL: 'post@muster.test', SUPPORT_EMAIL: 'hilfe@muster.test' }),
  )
  expect(provider.email).toBe('post@muster.test')
})

test.each([
  [
    { PROVIDER_VAT_ID: 'DE1', PROVIDER_TAX_NUMBER: '2/3' },
    'Umsatzsteuer-Identifikationsnummer nach §\u00a027a UStG: DE1',
  ],
  [{ PROVIDER_TAX_NUMBER: '12/345/67890' }, 'Steuernummer: 12/345/67890'],
  [{}, null],
])('the imprint shows the tax number of %j with its label', (source, taxId) => {
  expect(siteSettingsOf(readEnv(source)).provider.taxId).toBe(taxId)
})

test('without configuration all entries are null, and VIP is not offered', async () => {
  const answer = await service.app.request(siteSettingsPath)
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-cache'])
  expect(await answer.json()).toEqual(defaultSiteSettings)
  expect(siteSettingsOf(readEnv({}))).toEqual(defaultSiteSettings)
})
