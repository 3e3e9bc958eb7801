import { goalChangesSchema } from '#domain/operations/goal.ts'
import { expectAccessible } from '#tests/e2e/support/expect-accessible.ts'
import { placeOrder } from '#tests/e2e/support/placed-order.ts'
import { expect, openReport, test, waitUntilLoaded } from './reports-service.ts'

// The tests run one after another, because they share a service whose database takes several seconds to fill.
test.describe.configure({ mode: 'serial' })

// A forecast needs several whole weeks.
test.use({ demo: { days: 80, runs: 1600 } })

const page90 = '/ziele?zeitraum=90'
const month = new Date().toLocaleDateString('de-DE', {
  timeZone: 'Europe/Berlin',
  month: 'long',
  year: 'numeric',
})

/** Position of the first goal. */
let first = 0

test('a goal is set, replaced and removed, and the forecast says how likely it is', async ({ page }) => {
  // On the first day of a month, the demo data may have no order of the month.
  await placeOrder(page.request)
  await openReport(page, page90)
  const main = page.getByRole('main')
  await main.getByLabel('Antragsart', { exact: true }).last().selectOption('')
  await main.getByLabel('Ziel (Anzahl)').fill('1')
  const response = page.waitForResponse((one) => one.url().endsWith('/api/goals'))
  await main.getByRole('button', { name: 'Speichern' }).click()
  first = goalChangesSchema.parse(await (await response).json()).position!
  await expect(main.getByText(`Gespeichert: 1 Bestellungen, ${month}, Alle Antragsarten.`)).toBeVisible()
  await waitUntilLoaded(page)
  const card = main.getByRole('article').filter({ hasText: 'Alle Antragsarten · Bestellungen' })
  await expect(card).toContainText('von 1')
  await expect(async () => {
    await openReport(page, page90)
    await expect(card).toContainText('Das Ziel ist erreicht.', { timeout: 5000 })
  }).toPass()
  await expect(card).toContainText(/Erwartet: [\d.]+, mit 95 % Wahrscheinlichkeit [\d.]+ bis [\d.]+/)

  await main.getByLabel('Ziel (Anzahl)').fill('900000')
  await main.getByRole('button', { name: 'Speichern' }).click()
  await expect(card).toContainText('von 900.000')
  await expect(card).toContainText('Das Ziel wird sehr wahrscheinlich verfehlt (unter 1 %)')
  await expect(card).toContainText(/bis zum Monatsende|Heute, am letzten Tag/)

  await main.getByRole('combobox', { name: 'Was gezählt wird' }).selectOption('Umsatz')
  await main.getByLabel('Ziel (Euro, mit Umsatzsteuer)').fill('20000')
  await main.getByRole('button', { name: 'Speichern' }).click()
  const revenue = main.getByRole('article').filter({ hasText: 'Alle Antragsarten · Umsatz' })
  await expect(revenue).toContainText(/von 20.000.€/)
  await expectAccessible(page)

  await main.getByRole('combobox', { name: 'Was gezählt wird' }).selectOption('Bestellungen')
  await main.getByLabel('Ziel (Anzahl)').fill('0')
  await main.getByRole('button', { name: 'Speichern' }).click()
  await expect(main.getByText(`Entfernt: Bestellungen, ${month}, Alle Antragsarten.`)).toBeVisible()
  await expect(card).toHaveCount(0)
})

test('an earlier state has the goal of its time', async ({ page }) => {
  await openReport(page, `${page90}&asOf=${first}`)
  const main = page.getByRole('main')
  await expect(
    main.getByRole('article').filter({ hasText: 'Alle Antragsarten · Bestellungen' }),
  ).toContainText('von 1')
  await expect(main.getByRole('heading', { name: 'Ziel setzen' })).toHaveCount(0)
})

test('weeks show which share had ordered and paid after some days', async ({ page }) => {
  await openReport(page, page90)
  const main = page.getByRole('main')
  const ordered = main.getByRole('table', { name: /^Bestellt, Anteil der Anträge/ })
  const rows = ordered.getByRole('row')
  // The last week is not complete, so it has no cell with a number.
  const last = rows.nth((await rows.count()) - 2)
  await expect(last.getByRole('cell').first()).toHaveText('noch nicht vollständig')
  // The first weeks of the range are those before the first run.
  const numbers = async (table: typeof ordered) =>
    (await table.getByRole('row').nth(5).getByRole('cell').allInnerTexts()).map((text) =>
      Number(text.replace(',', '.')),
    )
  const shares = await numbers(ordered)
  expect(shares).toHaveLength(8)
  expect(shares).toEqual(shares.toSorted((a, b) => a - b))
  await main.getByRole('button', { name: 'Bezahlt', exact: true }).click()
  const paid = await numbers(main.getByRole('table', { name: /^Bezahlt, Anteil/ }))
  for (const [index, share] of paid.entries()) expect(share).toBeLessThanOrEqual(shares[index]!)
  await expectAccessible(page)
})
