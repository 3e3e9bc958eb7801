import { readFile } from 'node:fs/promises'
import { PDFDocument } from '@cantoo/pdf-lib'
import type { Page } from 'playwright/test'
import { expectAccessible } from '#tests/e2e/support/expect-accessible.ts'
import { anySize } from '#tests/e2e/support/journey.ts'
import { placeOrder } from '#tests/e2e/support/placed-order.ts'
import { expect, logIn, pay, test, waitForLetters } from './desk-test.ts'

const focused = (page: Page) => page.locator(':focus')

test('an operator works through the letters with keys only', { tag: '@slow' }, async ({ page, context }) => {
  const orders = [await placeOrder(page.request), await placeOrder(page.request)]
  for (const order of orders) await pay(page, order)
  await logIn(page)
  await waitForLetters(page, orders)
  await page.keyboard.press('z')
  await page.reload()
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Zu tun')
  await expect(heading).toBeFocused()

  // Choose two letters of the list and open them as one file.
  await page.keyboard.press('j')
  await expect(page.getByRole('link', { name: orders[0]!.number })).toBeFocused()
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await expect(page.getByRole('link', { name: orders[1]!.number })).toBeFocused()
  await page.keyboard.press('x')
  // The browser of the tests has no viewer for PDF files, so the tab saves the file.
  const saved = context.waitForEvent('page').then((tab) => tab.waitForEvent('download'))
  await page.keyboard.press('p')
  const download = await saved
  expect(download.url()).toMatch(/^blob:/)
  const file = await PDFDocument.load(await readFile(await download.path()))
  expect(file.getPageCount()).toBe(2)
  await page.bringToFront()

  // Open an order, report its letter as posted and go on to the next one.
  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  await expect(heading).toHaveText(`Auftrag ${orders[0]!.number}`)
  await expect(heading).toBeFocused()
  await page.keyboard.press('b')
  await expect(focused(page)).toHaveText('Als versendet melden')
  await page.keyboard.press('Enter')
  const form = page.getByRole('form', { name: 'Als versendet melden' })
  await expect(form.locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
  await expect(focused(page)).toHaveText('Als versendet melden')
  await page.keyboard.press('Enter')
  await expect(form).toBeVisible()
  await form.getByRole('button', { name: 'Als versendet melden' }).focus()
  await page.keyboard.press('Enter')
  await expect(focused(page)).toHaveText('Als versendet melden: erledigt.')
  await expect(page.getByText(/Als versendet melden: eingeworfen am \d/)).toBeVisible()
  await page.keyboard.press('n')
  await expect(heading).toHaveText(`Auftrag ${orders[1]!.number}`)
  await expect(heading).toBeFocused()

  // Search for the posted order.
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type(orders[0]!.number)
  await page.keyboard.press('Enter')
  await expect(focused(page)).toHaveText('1 Auftrag gefunden.')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page.getByText('versendet', { exact: true })).toBeVisible()
})

test('shortcuts are listed, can be switched off and leave fields alone', anySize, async ({ page }) => {
  await logIn(page, '/suche')
  const field = page.getByRole('searchbox')
  await expect(field).toBeFocused()
  await page.keyboard.type('zajkxp?/')
  await expect(field).toHaveValue('zajkxp?/')
  await page.keyboard.press('Tab')
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Tastenkürzel' })
  await expect(dialog).toContainText('Nächster Auftrag der Liste')
  await expectAccessible(page)
  // The dialog is modal, so no shortcut acts behind it.
  await page.keyboard.press('z')
  await expect(page).toHaveURL(/suche$/)
  await dialog.getByRole('checkbox', { name: 'Tastenkürzel verwenden' }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.keyboard.press('z')
  await expect(page).toHaveURL(/suche$/)
  await page.reload()
  await page.getByRole('button', { name: 'Suchen' }).focus()
  await page.keyboard.press('z')
  await expect(page.getByRole('heading', { name: 'Suche' })).toBeVisible()
})
