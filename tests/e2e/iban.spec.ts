import type { Page } from 'playwright/test'
import { json } from '#tests/service/lookups/provider-server.ts'
import { expectAccessible } from './expect-accessible.ts'
import { anySize, expect, fillPayment, next, openFunnel, walkTo } from './journey.ts'
import { test } from './lookup-providers.ts'

const german = 'DE89370400440532013000'
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
