import { json } from '#tests/service/lookups/provider-server.ts'
import { expectAddress, openAddress, options, street, towns } from '#tests/e2e/support/address-field.ts'
import { expectAccessible } from '#tests/e2e/support/expect-accessible.ts'
import { bothSizes, anySize, expect, openFunnel, walkTo } from '#tests/e2e/support/journey.ts'
import { test } from '#tests/e2e/support/lookup-providers.ts'

// The tests run one after another, because they share a service that is started for them.
test.describe.configure({ mode: 'default' })

test('an address can be chosen with the keyboard alone', async ({ page, addresses }) => {
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
  'text typed while the suggestions are still loading is not lost',
  anySize,
  async ({ page, addresses }) => {
    addresses.react(json({ features: towns }))
    const released = Promise.withResolvers<void>()
    const requested = Promise.withResolvers<string>()
    await page.route('**/street-combobox*.js', async (route) => {
      requested.resolve(route.request().url())
      await released.promise
      await route.continue()
    })
    await openFunnel(page)
    await walkTo(page, 2)
    // Simulates a slow device by delaying the messages of React's scheduler by a second.
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
        // Gives the page time to process the loaded module.
        await new Promise((resolve) => setTimeout(resolve, 50))
        document.querySelector<HTMLElement>('#feld-adresse-strasse')!.focus()
      },
      await requested.promise,
    )
    await page.keyboard.type('Torstr', { delay: 300 })
    await expect(page.getByLabel('Straße')).toHaveValue('Torstr')
  },
)

test(
  'Escape closes the list and keeps the typed text, an arrow key opens it again',
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

test(
  'choosing a street by pointer uses the typed house number, or focuses its input',
  bothSizes,
  async ({ page, addresses, isMobile }) => {
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
  },
)

test(
  'suggestions are requested after a typing pause, with the latest text and the entered postal code',
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
