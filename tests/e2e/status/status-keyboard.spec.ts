import type { Page } from 'playwright/test'
import { anySize, expect, test } from '#tests/e2e/support/journey.ts'
import { pressByKeyboard } from '#tests/e2e/support/keyboard.ts'
import { placeOrder } from '#tests/e2e/support/placed-order.ts'

const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim())
const focusedId = (page: Page) => page.evaluate(() => document.activeElement?.id)

test('an order is unlocked, changed and kept by keyboard', anySize, async ({ page, request }) => {
  const order = await placeOrder(request)
  await page.goto(order.statusPath)
  await page.getByLabel('Postleitzahl oder Geburtsdatum').focus()
  await page.keyboard.type('10115')
  await page.keyboard.press('Enter')
  await expect.poll(() => focusedText(page)).toBe('Bezahlen')

  const open = 'Angaben ändern oder Nachweis hinzufügen'
  await pressByKeyboard(page, open)
  await expect.poll(() => focusedText(page)).toBe('Angaben zur Person')
  await pressByKeyboard(page, 'Abbrechen')
  await expect.poll(() => focusedText(page)).toBe(open)

  await pressByKeyboard(page, 'E-Mail-Adresse korrigieren')
  await expect.poll(() => focusedId(page)).toBe('neue-email')
  await pressByKeyboard(page, 'Abbrechen')
  await expect.poll(() => focusedText(page)).toBe('E-Mail-Adresse korrigieren')
  await page.keyboard.press('Enter')
  await page.keyboard.type('neu@example.org')
  await page.keyboard.press('Enter')
  await expect.poll(() => focusedText(page)).toBe('Ihre neue E-Mail-Adresse ist gespeichert.')

  await pressByKeyboard(page, 'Vertrag widerrufen')
  await pressByKeyboard(page, 'Widerruf bestätigen')
  await expect.poll(() => focusedText(page)).toContain('Ihr Widerruf ist eingegangen.')
})

test('typed changes stay when the access expires', anySize, async ({ page, request }) => {
  const order = await placeOrder(request)
  await page.goto(order.statusPath)
  await page.getByLabel('Postleitzahl oder Geburtsdatum').fill('10115')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Angaben ändern oder Nachweis hinzufügen' }).click()
  await page.getByLabel('Vorname').fill('Lucia')
  // The service answers as an hour later: with an access that has expired.
  await page.route('**/api/status/amend', (route) =>
    route.continue({ headers: { ...route.request().headers(), 'x-status-access': 'abgelaufen' } }),
  )
  await page.getByRole('button', { name: 'Änderungen speichern' }).click()
  await expect(page.getByRole('alert')).toContainText('nach einer Stunde abgelaufen')
  await page.unroute('**/api/status/amend')
  await expect.poll(() => focusedId(page)).toBe('nachweis')
  await page.keyboard.type('10115')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Postleitzahl oder Geburtsdatum')).toHaveCount(0)
  await expect(page.getByLabel('Vorname')).toHaveValue('Lucia')
  await page.getByRole('button', { name: 'Änderungen speichern' }).click()
  await expect(page.getByText('Ihre Änderungen sind gespeichert.')).toBeVisible()
  await expect(page.getByText('Lucia', { exact: true })).toBeVisible()
})
