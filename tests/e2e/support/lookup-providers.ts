import { type Provider, json, openProvider } from '#tests/service/lookups/provider-server.ts'
import { test as base } from './journey.ts'
import { startService } from './running-service.ts'

/** Playwright test with local servers as the address provider and the IBAN service. */
export const test = base.extend<object, { addresses: Provider; ibans: Provider }>({
  addresses: [
    // Playwright requires the first argument to be destructured.
    // oxlint-disable-next-line no-empty-pattern -- Playwright derives the dependencies of a fixture from it
    async ({}, use) => {
      const provider = await openProvider(json({}))
      await use(provider)
      await provider.close()
    },
    { scope: 'worker' },
  ],
  ibans: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright derives the dependencies of a fixture from it
    async ({}, use) => {
      const provider = await openProvider(json({}))
      await use(provider)
      await provider.close()
    },
    { scope: 'worker' },
  ],
  service: [
    async ({ addresses, ibans }, use) => {
      const service = await startService({
        ADDRESS_URL: `photon+${addresses.url}`,
        IBAN_URL: `${ibans.url}/validate`,
      })
      await use(service)
      await service.stop()
    },
    { scope: 'worker' },
  ],
})
