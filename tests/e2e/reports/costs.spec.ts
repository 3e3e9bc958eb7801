import type { Page } from 'playwright/test'
import { costChangesSchema } from '#domain/operations/cost-contract.ts'
import { expectAccessible } from '#tests/e2e/support/expect-accessible.ts'
import { expect, germanNumber, openReport, showAllRows, test, waitUntilLoaded } from './reports-service.ts'
import { bothSizes } from '#tests/e2e/support/journey.ts'

// The tests run one after another, because they share a service whose database takes several seconds to fill.
test.describe.configure({ mode: 'serial' })

const dayMs = 24 * 3600 * 1000
const daysAgo = (days: number) =>
  new Date(Date.now() - days * dayMs).toLocaleDateString('sv-SE', { timeZone: 'Europe/Berlin' })
const german = (day: string) => day.split('-').toReversed().join('.')
const page28 = '/kosten?zeitraum=28'

/** Position of the last event of the first upload. */
let first = 0

/** Saves the costs of the form. Returns the position of the last event that was stored. */
async function save(page: Page): Promise<number> {
  const response = page.waitForResponse((one) => one.url().endsWith('/api/costs'))
  await page.getByRole('main').getByRole('button', { name: 'Speichern' }).click()
  return costChangesSchema.parse(await (await response).json()).position!
}

// The next test shows what this one has saved.
test('costs are pasted, corrected, checked and saved', bothSizes, async ({ page }) => {
  await openReport(page, page28)
  const main = page.getByRole('main')
  const rows = main.getByLabel('Zeilen einfügen')
  const head = 'Tag;Quelle;Kampagne;Kosten\n'
  await rows.fill(`${head}${german(daysAgo(3))};umzugsportal;partner;1.234\n31.2.2026;;partner;viel`)
  await main.getByRole('button', { name: 'Prüfen' }).click()
  const faults = main.getByRole('table', { name: 'Fehler in den Zeilen' })
  await expect(main.getByText('4 Fehler. Es wurde nichts gespeichert.')).toBeVisible()
  await expect(faults.getByRole('row').nth(1)).toContainText('2, Kosten')
  await expect(faults.getByRole('row').nth(1)).toContainText('Das kann tausend oder eins bedeuten.')
  await expect(faults.getByRole('row').nth(2)).toContainText('3, Tag')
  await expectAccessible(page)

  await rows.fill(
    `${head}${german(daysAgo(3))};umzugsportal;partner;40,00\n${daysAgo(4)};zeitung;anzeige;250\n${daysAgo(4)};umzugsportal;Partner;12,50`,
  )
  await expect(faults).toHaveCount(0)
  await main.getByRole('button', { name: 'Prüfen' }).click()
  await expect(
    main.getByText(/^Ohne Fehler gelesen, noch nicht gespeichert: 3 Zeilen, .* 3 neu\.$/),
  ).toBeVisible()
  first = await save(page)
  await expect(main.getByText(/^Gespeichert: 3 Zeilen, .*zusammen 302,50.€: 3 neu\.$/)).toBeVisible()
  await expect(rows).toHaveValue('')
  await waitUntilLoaded(page)
})

test(
  'the costs and what they brought are shown for each campaign and model',
  bothSizes,
  async ({ page, isMobile }) => {
    await openReport(page, page28)
    const main = page.getByRole('main')
    const table = main.getByRole('table', { name: 'Kosten und Ertrag der Kampagnen, Letzter Kontakt' })
    const row = table.getByRole('row', { name: /umzugsportal · partner/ })
    await showAllRows(page)
    await expect(row).toBeVisible()
    const texts = (await row.getByRole('cell').allInnerTexts()).map((text) => text.replaceAll('−', '-'))
    const [cost, orders, revenue, perOrder] = texts.map(germanNumber)
    expect(cost).toBe(40)
    expect(orders).toBeGreaterThan(0)
    expect(perOrder).toBeCloseTo(40 / orders!, 1)
    // ROAS and contribution, each with its interval below it.
    expect(germanNumber(texts[5]!)).toBeCloseTo(revenue! / 40, 1)
    expect(texts[5]).toMatch(/ bis /)
    expect(germanNumber(texts[6]!)).toBeCloseTo(revenue! / 1.19 - 40, 0)
    await main.getByLabel('Modell').selectOption('linear')
    await expect(main.getByRole('table', { name: 'Kosten und Ertrag der Kampagnen, Linear' })).toBeVisible()
    await expect(page).toHaveURL(/model=linear/)

    const unmatched = main.getByRole('table', { name: 'Kampagnen mit Kosten und ohne Kontakt' })
    await expect(unmatched.getByRole('row', { name: /umzugsportal · Partner/ })).toContainText(
      'umzugsportal · partner',
    )
    await expectAccessible(page)
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(wide).toBeLessThanOrEqual(page.viewportSize()!.width)
    // On a phone, a list below the table explains its figures.
    if (isMobile) return
    const help = page.getByRole('button', { name: /^So wird gezählt: / })
    const unexplained = await main.getByRole('columnheader').filter({ hasNot: help }).allInnerTexts()
    const titles = unexplained.map((text) => text.replace(/\s*[↕▾▴]$/, '').trim())
    expect(titles).toEqual(['Kampagne', 'Kampagne', 'Tage', 'Ähnlich geschrieben'])
  },
)

test('a file replaces costs, and an earlier state keeps the earlier ones', async ({ page }) => {
  await openReport(page, page28)
  const main = page.getByRole('main')
  const text = `Datum;Quelle;Kampagne;Kosten;Klicks\r\n${german(daysAgo(3))};umzugsportal;partner;80;12\r\n${daysAgo(4)};umzugsportal;Partner;0;0\r\n`
  await main.getByLabel('oder CSV-Datei wählen').setInputFiles({
    name: 'kosten.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(text, 'latin1'),
  })
  await main.getByRole('button', { name: 'Prüfen' }).click()
  await expect(main.getByText(/2 geändert\.$/)).toBeVisible()
  await expect(main.getByText('Nicht gelesene Spalten: Klicks.')).toBeVisible()
  await save(page)
  await expect(main.getByText(/^Gespeichert: .* 2 geändert\.$/)).toBeVisible()
  const table = main.getByRole('table', { name: /^Kosten und Ertrag/ })
  const row = table.getByRole('row', { name: /umzugsportal · partner/ })
  await showAllRows(page)
  await expect(row.getByRole('cell').first()).toHaveText(/^80,00/)
  const unmatched = main.getByRole('table', { name: 'Kampagnen mit Kosten und ohne Kontakt' })
  await expect(unmatched.getByRole('row', { name: /zeitung · anzeige/ })).toBeVisible()
  await expect(unmatched.getByRole('row', { name: /umzugsportal · Partner/ })).toHaveCount(0)

  await openReport(page, `${page28}&asOf=${first}`)
  await showAllRows(page)
  await expect(row.getByRole('cell').first()).toHaveText(/^40,00/)
  await expect(main.getByRole('heading', { name: 'Kosten eintragen' })).toHaveCount(0)
  // The upload stored two events, one for each day.
  await openReport(page, `${page28}&asOf=${first - 2}`)
  await showAllRows(page)
  await expect(table.getByRole('row', { name: /tiktok · wg-leben/ })).toBeVisible()
  await expect(row).toHaveCount(0)
})
