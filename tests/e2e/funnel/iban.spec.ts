import type { Page } from 'playwright/test'
import { json } from '#tests/service/lookups/provider-server.ts'
import { expectAccessible } from '#tests/e2e/support/expect-accessible.ts'
import { anySize, expect, fillPayment, next, openFunnel, walkTo } from '#tests/e2e/support/journey.ts'
import { test } from '#tests/e2e/support/lookup-providers.ts'

// The tests run one after another, because they share a service that is started for them.
test.describe.configure({ mode: 'default' })

const german = 'DE89370400440532013000'
const ibanField = (page: Page) => page.getByRole('textbox', { name: 'IBAN' })

async function openIban(page: Page): Promise<void> {
  await openFunnel(page)
  await walkTo(page, 3)
  await fillPayment(page)
  await ibanField(page).fill('')
}

test('an IBAN is grouped and validated while typing, and its bank is shown', async ({ page, ibans }) => {
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

test('the caret keeps its position when typing and deleting', anySize, async ({ page, ibans }) => {
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
  // The caret is before a space, so Delete removes the character after the space.
  await page.keyboard.press('Delete')
  await expect(ibanField(page)).toHaveValue('DE89 7040 0')
  expect(await caret()).toBe(4)
  // The caret is now after the space, so Backspace removes the character before the space.
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Backspace')
  await expect(ibanField(page)).toHaveValue('DE87 0400')
  expect(await caret()).toBe(3)
})

test('an outage of the IBAN service is shown and does not block the step', async ({ page, ibans }) => {
  ibans.react(json('nonsense'))
  await openIban(page)
  await ibanField(page).fill('AT611904300234573201')
  await expect(page.getByText('Fehler bei der IBAN-Prüfung (API nicht erreichbar)')).toBeVisible()
  await expectAccessible(page)
  await next(page)
  await expect(page.getByText('Schritt 4 von 4')).toBeVisible()
})

test(
  'an IBAN that the service considers invalid is reported and does not block the step',
  anySize,
  async ({ page, ibans }) => {
    ibans.react(json({ valid: false }))
    await openIban(page)
    // Uses a different IBAN, because the service caches results.
    await ibanField(page).fill('DE02120300000000202051')
    await expect(ibanField(page)).toHaveAccessibleDescription(/IBAN ungültig - bitte überprüfen/)
    await next(page)
    await expect(page.getByText('Schritt 4 von 4')).toBeVisible()
  },
)
