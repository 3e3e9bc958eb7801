import { afterAll, beforeAll, expect, test } from 'vitest'
import { plainSite, siteSettingsPath } from '#domain/site-settings.ts'
import { readEnv } from '#service/env.ts'
import { siteSettingsOf } from '#service/site-settings.ts'
import { type TestService, openTestService } from '#tests/service/harness.ts'

let service: TestService
beforeAll(async () => void (service = await openTestService()))
afterAll(() => service.close())

test('pages are told what is configured for them, and nothing else of the environment', () => {
  const told = siteSettingsOf(
    readEnv({
      PROVIDER_NAME: 'Muster UG',
      SUPPORT_EMAIL: 'hilfe@muster.test',
      VIP: 'on',
      REPORTS_TOKEN: 'x'.repeat(20),
    }),
  )
  expect(told).toEqual({
    ...plainSite,
    provider: { ...plainSite.provider, name: 'Muster UG', email: 'hilfe@muster.test' },
    vip: true,
  })
})

test('an address of the provider comes before that of the support', () => {
  const { provider } = siteSettingsOf(
    readEnv({ PROVIDER_EMAIL: 'post@muster.test', SUPPORT_EMAIL: 'hilfe@muster.test' }),
  )
  expect(provider.email).toBe('post@muster.test')
})

test('where nothing is configured the service says so, and VIP is not offered', async () => {
  const answer = await service.app.request(siteSettingsPath)
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-cache'])
  expect(await answer.json()).toEqual(plainSite)
  expect(siteSettingsOf(readEnv({}))).toEqual(plainSite)
})
