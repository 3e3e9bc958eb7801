import type { Page } from 'playwright/test'
import { expectAccessible } from '#tests/e2e/support/expect-accessible.ts'
import { expect, germanNumber, openReport, test, waitUntilLoaded } from './reports-service.ts'

// The tests run one after another, because they share a service whose database takes several seconds to fill.
test.describe.configure({ mode: 'default' })

const ordersOf = async (page: Page) =>
  germanNumber(await page.getByRole('link', { name: 'Bestellungen, alle Antragsarten' }).innerText())
const rateOf = (page: Page) =>
  page.getByRole('link', { name: 'Abschlussquote, alle Antragsarten' }).innerText()

/** Returns the day in Berlin a number of days ago. */
const dayBefore = (days: number) =>
  new Date(Date.now() - days * 24 * 3600 * 1000).toLocaleDateString('sv-SE', { timeZone: 'Europe/Berlin' })

test('orders count on their own day if chosen, in figures, lists, CSV files and after a reload', async ({
  page,
}) => {
  await openReport(page, '/?zeitraum=7')
  const choice = page.getByRole('combobox', { name: 'Bestellungen zählen' })
  await expect(choice).toHaveValue('start')
  const rate = await rateOf(page)

  await choice.selectOption({ label: 'am Tag der Bestellung' })
  await expect(page).toHaveURL(/dayOf=order/)
  await expect(page.getByText('Die Abschlussquote gilt immer für die begonnenen Anträge.')).toBeVisible()
  await waitUntilLoaded(page)
  const placed = await ordersOf(page)
  // The rate follows the runs that started, whichever day orders count on.
  expect(await rateOf(page)).toBe(rate)
  await expectAccessible(page)

  await page.reload()
  await waitUntilLoaded(page)
  await expect(choice).toHaveValue('order')
  expect(await ordersOf(page)).toBe(placed)
  const csv = page.getByRole('link', { name: 'CSV Alle Antragsarten' })
  const file = await page.request.get((await csv.getAttribute('href'))!)
  const [head = '', ...lines] = (await file.text()).trim().split(/\r?\n/)
  expect(head).toMatch(/;Bestellungen gezählt am$/)
  const [column, total] = [
    head.split(';').indexOf('Bestellungen'),
    lines.find((line) => line.startsWith('Summe')),
  ]
  expect(Number(total!.split(';')[column])).toBe(placed)

  await page.getByRole('link', { name: 'Bestellungen, alle Antragsarten' }).click()
  await waitUntilLoaded(page)
  await expect(page.getByText('Nach dem Tag der Bestellung, gleich wann')).toBeVisible()
  await expect(page.getByRole('main').locator('strong').first()).toHaveText(placed.toLocaleString('de-DE'))
  await choice.selectOption({ label: 'am Tag des Beginns' })
  await waitUntilLoaded(page)
  await expect(page.getByText('Nach dem Tag der Bestellung, gleich wann')).toBeHidden()
})

test('over four weeks, the choice moves orders between days', async ({ page }) => {
  const [from, to] = [dayBefore(27), dayBefore(0)]
  const daily = async (query: string) => {
    const response = await page.request.get(`/api/reports/overview?from=${from}&to=${to}${query}`)
    return ((await response.json()) as { totals: { days: { orders: number }[] } }).totals.days
  }
  await openReport(page, '/?zeitraum=28')
  const [started, placed] = [await daily(''), await daily('&dayOf=order')]
  expect(placed.map(({ orders }) => orders)).not.toEqual(started.map(({ orders }) => orders))
})

test('the attribution keeps the choice and says which day counts', async ({ page }) => {
  await openReport(page, '/?dayOf=order&zeitraum=28')
  await page.getByRole('link', { name: 'Attribution' }).first().click()
  await waitUntilLoaded(page)
  await expect(page).toHaveURL(/dayOf=order/)
  await expect(page.getByText('Bestellungen und Umsatz zählen am Tag der Bestellung').first()).toBeVisible()
})
