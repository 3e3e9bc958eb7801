import type { Page } from 'playwright/test'
import { type Provider, json, openProvider } from '#tests/service/lookups/provider-server.ts'
import {
  anySize,
  test as base,
  expect,
  fillPayment,
  fillPerson,
  next,
  openFunnel,
  walkTo,
} from './journey.ts'
import { deregister, openReason } from './deregistration.ts'
import { expectAccessible } from './expect-accessible.ts'
import { startService } from './running-service.ts'

/** Real servers in the place of an address provider and an IBAN service. */
const test = base.extend<object, { addresses: Provider; ibans: Provider }>({
  addresses: [
    // Playwright wants the first argument destructured.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const provider = await openProvider(json({}))
      await use(provider)
      await provider.close()
    },
    { scope: 'worker' },
  ],
  ibans: [
    // oxlint-disable-next-line no-empty-pattern
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

const german = 'DE89370400440532013000'

const found = (strasse: string, hausnummer: string, plz: string, ort: string) => ({
  properties: {
    countrycode: 'DE',
    ...(hausnummer
      ? { type: 'house', street: strasse, housenumber: hausnummer }
      : { type: 'street', name: strasse }),
    postcode: plz,
    city: ort,
  },
})
const berlin = found('Torstraße', '12a', '10119', 'Berlin')
const towns = [berlin, found('Torstraße', '', '04229', 'Leipzig'), found('Torstraße', '', '06110', 'Halle')]

const street = (page: Page) => page.getByRole('combobox', { name: 'Straße' })
const options = (page: Page) => page.getByRole('listbox', { name: 'Adressvorschläge' }).getByRole('option')

async function openAddress(page: Page): Promise<void> {
  await openFunnel(page)
  await walkTo(page, 2)
  await expect(street(page)).toBeVisible()
}

async function expectAddress(page: Page, parts: readonly string[]): Promise<void> {
  const dwelling = page.getByRole('group', { name: 'Adresse', exact: true })
  for (const [index, label] of ['Straße', 'Hausnummer', 'PLZ', 'Ort'].entries())
    await expect(dwelling.getByLabel(label)).toHaveValue(parts[index]!)
}

test('an address is chosen with the keyboard alone', async ({ page, addresses }) => {
  addresses.react(json({ features: towns }))
  await openAddress(page)
  await expect(street(page)).toHaveAttribute('placeholder', 'Straße, PLZ, Ort eingeben...')
  await street(page).pressSequentially('Torstr')
  await expect(options(page)).toHaveText([/Torstraße 12a.*10119 Berlin/, /04229 Leipzig/, /06110 Halle/])
  await expect(street(page)).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByText('3 Adressvorschläge, mit den Pfeiltasten zu wählen')).toBeAttached()
  await expect(page.getByText('© OpenStreetMap-Mitwirkende')).toBeVisible()
  await expectAccessible(page)

  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('option', { selected: true })).toHaveText(/Halle/)
  await page.keyboard.press('ArrowDown')
  const first = page.getByRole('option', { selected: true })
  await expect(first).toHaveText(/Berlin/)
  await expect(street(page)).toHaveAttribute('aria-activedescendant', (await first.getAttribute('id'))!)
  await expect(street(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expectAddress(page, ['Torstraße', '12a', '10119', 'Berlin'])
  await expect(options(page)).toHaveCount(0)
  await expect(street(page)).toHaveAttribute('aria-expanded', 'false')
  await expect(page.getByText('Schritt 2 von 4')).toBeVisible()
})

test(
  'suggestions that come late take nothing from who begins to type',
  anySize,
  async ({ page, addresses }) => {
    addresses.react(json({ features: towns }))
    const released = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<string>()
    await page.route('**/street-combobox*.js', async (route) => {
      asked.resolve(route.request().url())
      await released.promise
      await route.continue()
    })
    await openFunnel(page)
    await walkTo(page, 2)
    // As on a slow device: what is put off is done a second later.
    await page.evaluate(() => {
      const post = MessagePort.prototype.postMessage
      MessagePort.prototype.postMessage = function (message) {
        setTimeout(() => post.call(this, message), 1000)
      }
    })
    released.resolve()
    await page.evaluate(
      async (code) => {
        await import(code)
        // Now the page has taken notice as well.
        await new Promise((resolve) => setTimeout(resolve, 50))
        document.querySelector<HTMLElement>('#feld-adresse-strasse')!.focus()
      },
      await asked.promise,
    )
    await page.keyboard.type('Torstr', { delay: 300 })
    await expect(page.getByLabel('Straße')).toHaveValue('Torstr')
  },
)

test(
  'Escape closes the list and keeps what was typed, an arrow opens it again',
  anySize,
  async ({ page, addresses }) => {
    addresses.react(json({ features: towns }))
    await openAddress(page)
    await street(page).pressSequentially('Torstr')
    await expect(options(page)).toHaveCount(3)
    await page.keyboard.press('Escape')
    await expect(options(page)).toHaveCount(0)
    await expect(street(page)).toHaveValue('Torstr')
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('option', { selected: true })).toHaveText(/Berlin/)
    await page.keyboard.press('Tab')
    await expect(options(page)).toHaveCount(0)
    await expect(page.getByLabel('Hausnummer')).toBeFocused()
  },
)

test('a street is chosen by hand, and its number asked for or taken from what was typed', async ({
  page,
  addresses,
  isMobile,
}) => {
  addresses.react(json({ features: towns }))
  await openAddress(page)
  const leipzig = options(page).filter({ hasText: 'Leipzig' })
  await street(page).pressSequentially('Torstr')
  await (isMobile ? leipzig.tap() : leipzig.click())
  await expectAddress(page, ['Torstraße', '', '04229', 'Leipzig'])
  await expect(page.getByLabel('Hausnummer')).toBeFocused()

  await street(page).fill('')
  await street(page).pressSequentially('Torstr 7b')
  await leipzig.click()
  await expectAddress(page, ['Torstraße', '7b', '04229', 'Leipzig'])
  await expect(page.getByText(/Ziffern in der Straße/)).toHaveCount(0)
})

test(
  'the provider is asked after a pause, for the latest words, and with the town that is known',
  anySize,
  async ({ page, addresses }) => {
    addresses.react(json({ features: towns }))
    await openAddress(page)
    await page.getByRole('group', { name: 'Adresse', exact: true }).getByLabel('PLZ').fill('10119')
    addresses.questions.length = 0
    await street(page).pressSequentially('Tors', { delay: 30 })
    await expect(options(page)).toHaveCount(3)
    expect(addresses.questions.map(({ url }) => url.searchParams.get('q'))).toEqual(['tors 10119'])
  },
)

test('without the provider the address is typed in by hand', async ({ page, addresses }) => {
  // Not an outage, after which the service would rest through the tests that follow.
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

/** The same with Google Places, whose suggestions come without their addresses. */
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

withGoogle('an address that is asked for once it is chosen', anySize, async ({ page, addresses }) => {
  const prediction = {
    placeId: 'ChIJ-1',
    structuredFormat: { mainText: { text: 'Torstraße 12' }, secondaryText: { text: 'Berlin, Deutschland' } },
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
  const [asked, chosen] = addresses.questions
  const session = (JSON.parse(asked!.body) as { sessionToken: string }).sessionToken
  expect(session).toMatch(/^[0-9a-f]{32}$/)
  expect(chosen!.url.searchParams.get('sessionToken')).toBe(session)

  addresses.react((response, { method }) => {
    response.end(JSON.stringify(method === 'POST' ? { suggestions: [{ placePrediction: prediction }] } : 'x'))
  })
  await street(page).fill('')
  await street(page).pressSequentially('Torstr')
  await options(page).first().click()
  await expect(page.getByText(/^Tipp: Geben Sie zuerst/)).toBeVisible()
})

const ibanField = (page: Page) => page.getByRole('textbox', { name: 'IBAN' })

async function openIban(page: Page): Promise<void> {
  await openFunnel(page)
  await walkTo(page, 3)
  await fillPayment(page)
  await ibanField(page).fill('')
}

test('an IBAN is grouped and judged while it is typed, and its bank named', async ({ page, ibans }) => {
  ibans.react(json({ valid: true, bankData: { name: 'Commerzbank Köln', bic: 'COBADEFF370' } }))
  await openIban(page)
  await ibanField(page).pressSequentially(german)
  await expect(ibanField(page)).toHaveValue('DE89 3704 0044 0532 0130 00')
  await expect(page.getByText('IBAN ist gültig')).toBeVisible()
  await expect(page.getByText('Commerzbank Köln · BIC COBADEFF370')).toBeVisible()
  await expectAccessible(page)

  await ibanField(page).fill('DE88370400440532013000')
  await expect(page.getByText('IBAN ungültig - bitte überprüfen')).toBeVisible()
  await expect(page.getByText('Commerzbank')).toHaveCount(0)
  await ibanField(page).fill('DE8937040044053201300X')
  await expect(page.getByText('Bitte geben Sie eine gültige deutsche IBAN ein')).toBeVisible()
})

test('the caret stays where the visitor types and deletes', anySize, async ({ page, ibans }) => {
  ibans.react(json({ valid: true }))
  await openIban(page)
  await ibanField(page).fill('DE89370400')
  const caret = () => ibanField(page).evaluate((input: HTMLInputElement) => input.selectionStart)
  await ibanField(page).press('Home')
  for (let press = 0; press < 5; press += 1) await page.keyboard.press('ArrowRight')
  await page.keyboard.type('12')
  await expect(ibanField(page)).toHaveValue('DE89 1237 0400')
  expect(await caret()).toBe(7)
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await expect(ibanField(page)).toHaveValue('DE89 3704 00')
  expect(await caret()).toBe(4)
  // Before the blank: the key deletes what comes after it.
  await page.keyboard.press('Delete')
  await expect(ibanField(page)).toHaveValue('DE89 7040 0')
  expect(await caret()).toBe(4)
  // Behind the blank: it deletes what comes before it.
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Backspace')
  await expect(ibanField(page)).toHaveValue('DE87 0400')
  expect(await caret()).toBe(3)
})

test('an outage of the IBAN service is told and stops nobody', async ({ page, ibans }) => {
  ibans.react(json('nonsense'))
  await openIban(page)
  await ibanField(page).fill('AT611904300234573201')
  await expect(page.getByText('Fehler bei der IBAN-Prüfung (API nicht erreichbar)')).toBeVisible()
  await expectAccessible(page)
  await next(page)
  await expect(page.getByText('Schritt 4 von 4')).toBeVisible()
})

test('what the IBAN service doubts is told, and does not block', anySize, async ({ page, ibans }) => {
  ibans.react(json({ valid: false }))
  await openIban(page)
  // Another one than before, for the service remembers.
  await ibanField(page).fill('DE02120300000000202051')
  await expect(ibanField(page)).toHaveAccessibleDescription(/IBAN ungültig - bitte überprüfen/)
  await next(page)
  await expect(page.getByText('Schritt 4 von 4')).toBeVisible()
})

base('a page without a provider has a plain street and asks no more', anySize, async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/addresses')) asked.push(new URL(request.url()).search)
  })
  await openFunnel(page)
  await walkTo(page, 2)
  await page.getByRole('radio', { name: /andere/ }).check()
  await page.getByLabel('Straße').first().pressSequentially('Hauptstr')
  await page.waitForTimeout(500)
  await expect(page.getByRole('combobox', { name: 'Straße' })).toHaveCount(0)
  expect(asked).toEqual([''])
})

base('a year that cannot be is told while the date is typed', anySize, async ({ page }) => {
  await openFunnel(page)
  await page.getByLabel('Jahr').pressSequentially('1899')
  await expect(page.getByText('Jahr kann nicht vor 1900 liegen')).toBeVisible()
  await page.getByLabel('Jahr').fill('2999')
  await expect(page.getByText(`Jahr kann nicht nach ${new Date().getFullYear()} liegen`)).toBeVisible()
})

base('a Beitragsnummer is taken however it is grouped', anySize, async ({ page }) => {
  await page.goto(`${deregister}/step-1`)
  const number = page.getByLabel('Beitragsnummer')
  for (const typed of ['123456789', '12 34 56 789', '123.456.789', ' 123-456-789 ']) {
    await number.fill('')
    await number.pressSequentially(typed)
    await expect(number).toHaveValue('123 456 789')
  }
  await number.fill('123 456 78')
  await fillPerson(page)
  await next(page)
  await expect(number).toHaveAccessibleDescription(/Beitragsnummer muss genau 9 Ziffern enthalten/)
  await number.press('End')
  await page.keyboard.type('9')
  await expect(number).not.toHaveAccessibleDescription(/Ziffern enthalten/)
})

base('who moves abroad gives a country and any postal code', async ({ page }) => {
  await openReason(page, 'ausland')
  await page.getByLabel('Vorname').fill('Łucja')
  await page.getByLabel('Nachname').fill('Müller')
  await page.getByLabel('E-Mail-Adresse').fill('lucja@example.org')
  const address = page.getByRole('group', { name: 'Adresse', exact: true })
  await address.getByLabel('Straße').fill('Königsallee')
  await address.getByLabel('Hausnummer').fill('1')
  await address.getByLabel('PLZ').fill('SW1A 1AA')
  await address.getByLabel('Ort').fill('London')
  await expect(address.getByLabel('Land')).toHaveValue('Deutschland')
  await expectAccessible(page)
  await next(page)
  await expect(address).toHaveAccessibleDescription(/PLZ \(5 Ziffern\) fehlt/)
  await address.getByLabel('Land').fill('Vereinigtes Königreich')
  await expect(address).not.toHaveAccessibleDescription(/fehlt/)
  await next(page)
  await expect(page.getByText('Schritt 3 von 4')).toBeVisible()
  await page.goBack()
  await expect(address.getByLabel('Land')).toHaveValue('Vereinigtes Königreich')
  // Another reason knows no other country, and nobody is held up by one that is no longer asked for.
  await page.getByLabel('Warum möchten Sie').selectOption('sonstige')
  await expect(address.getByLabel('Land')).toHaveCount(0)
  await address.getByLabel('PLZ').fill('10115')
  await next(page)
  await expect(page.getByText('Schritt 3 von 4')).toBeVisible()
})

base('a reason in words is counted, never cut', async ({ page }) => {
  await openReason(page, 'sonstige')
  await page.getByRole('button', { name: 'Daten aus Schritt 1 übernehmen' }).click()
  await page.getByLabel('E-Mail-Adresse').fill('lucja@example.org')
  await next(page)
  const reason = page.getByLabel('Aus welchem Grund')
  await expect(page.getByText('0 von 400 Zeichen')).toBeVisible()
  await reason.fill('x'.repeat(395))
  await expect(page.getByText('395 von 400 Zeichen')).toBeVisible()
  await expect(page.getByText('Noch 5 Zeichen möglich')).toBeAttached()
  await reason.fill('x'.repeat(412))
  await expect(page.getByText('12 Zeichen zu viel').first()).toBeVisible()
  await next(page)
  await expect(reason).toHaveAccessibleDescription(/maximal 400 Zeichen/)
  await expectAccessible(page)
  await reason.fill('Auszug')
  await expect(page.getByText('6 von 400 Zeichen')).toBeVisible()
})

base('why a proof is needed can be opened with the keyboard', async ({ page }) => {
  await openReason(page, 'mitbewohner')
  await page.getByRole('button', { name: 'Daten aus Schritt 1 übernehmen' }).click()
  await page.getByLabel('E-Mail-Adresse').fill('lucja@example.org')
  await next(page)
  const summary = page.getByText('Warum wir den Nachweis benötigen').first()
  const text = page.locator('details > div').first()
  await expect(text).toBeHidden()
  await summary.press('Enter')
  await expect(text).toBeVisible()
  await expectAccessible(page)
})
