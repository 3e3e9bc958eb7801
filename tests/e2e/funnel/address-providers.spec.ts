import { json } from '#tests/service/lookups/provider-server.ts'
import { expectAddress, openAddress, options, street } from '#tests/e2e/support/address-field.ts'
import { expectAccessible } from '#tests/e2e/support/expect-accessible.ts'
import { anySize, test as base, expect, next, openFunnel, walkTo } from '#tests/e2e/support/journey.ts'
import { test } from '#tests/e2e/support/lookup-providers.ts'
import { startService } from '#tests/e2e/support/running-service.ts'

test('an address can be entered manually if the provider is unavailable', async ({ page, addresses }) => {
  // Simulates an invalid response, not an outage. After an outage, the service would pause its requests to the
  // provider, and the following tests would fail.
  addresses.react(json('nonsense'))
  await openAddress(page)
  await street(page).pressSequentially('Hauptstraße')
  const hint = 'Tipp: Geben Sie zuerst die Straße ein, dann werden automatisch weitere Felder angezeigt'
  await expect(page.getByText(hint)).toBeVisible()
  await expect(options(page)).toHaveCount(0)
  await expectAccessible(page)
  await page.getByLabel('Hausnummer').fill('12')
  await page.getByLabel('PLZ').fill('10115')
  await page.getByLabel('Ort').fill('Berlin')
  await page.getByLabel('Zum nächstmöglichen Zeitpunkt anmelden').check()
  await next(page)
  await expect(page.getByText('Schritt 3 von 4')).toBeVisible()
})

// The tests run one after another, because they share a service that is started for them.
test.describe.configure({ mode: 'default' })

/**
 * Variant of `test` with Google Places as the address provider. Suggestions of Google do not contain the full address.
 */
const withGoogle = test.extend({
  service: [
    async ({ addresses }, use) => {
      const service = await startService({ ADDRESS_URL: `google+${addresses.url}/?key=secret-key` })
      await use(service)
      await service.stop()
    },
    { scope: 'worker' },
  ],
})

const part = (longText: string, type: string, shortText = longText) => ({
  longText,
  shortText,
  types: [type],
})

withGoogle(
  'with Google, the address is requested only when a suggestion is chosen',
  anySize,
  async ({ page, addresses }) => {
    const prediction = {
      placeId: 'ChIJ-1',
      structuredFormat: {
        mainText: { text: 'Torstraße 12' },
        secondaryText: { text: 'Berlin, Deutschland' },
      },
    }
    addresses.questions.length = 0
    addresses.react((response, { method }) => {
      const suggestions = { suggestions: [{ placePrediction: prediction }] }
      const addressComponents = [
        part('Torstraße', 'route'),
        part('12', 'street_number'),
        part('10119', 'postal_code'),
        part('Berlin', 'locality'),
        part('Deutschland', 'country', 'DE'),
      ]
      response.end(JSON.stringify(method === 'POST' ? suggestions : { addressComponents }))
    })
    await openAddress(page)
    await street(page).pressSequentially('Torstr')
    await expect(page.getByText('Powered by Google')).toBeVisible()
    await options(page).filter({ hasText: 'Torstraße 12' }).click()
    await expectAddress(page, ['Torstraße', '12', '10119', 'Berlin'])
    const [search, chosen] = addresses.questions
    const session = (JSON.parse(search!.body) as { sessionToken: string }).sessionToken
    expect(session).toMatch(/^[0-9a-f]{32}$/)
    expect(chosen!.url.searchParams.get('sessionToken')).toBe(session)

    addresses.react((response, { method }) => {
      response.end(
        JSON.stringify(method === 'POST' ? { suggestions: [{ placePrediction: prediction }] } : 'x'),
      )
    })
    await street(page).fill('')
    await street(page).pressSequentially('Torstr')
    await options(page).first().click()
    await expect(page.getByText(/^Tipp: Geben Sie zuerst/)).toBeVisible()
  },
)

base(
  'without a provider, the street is a plain text input and no suggestions are requested',
  anySize,
  async ({ page }) => {
    const requests: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/addresses')) requests.push(new URL(request.url()).search)
    })
    await openFunnel(page)
    await walkTo(page, 2)
    await page.getByRole('radio', { name: /andere/ }).check()
    await page.getByLabel('Straße').first().pressSequentially('Hauptstr')
    await page.waitForTimeout(500)
    await expect(page.getByRole('combobox', { name: 'Straße' })).toHaveCount(0)
    expect(requests).toEqual([''])
  },
)
