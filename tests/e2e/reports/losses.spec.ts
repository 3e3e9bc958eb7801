import type { Locator, Page } from 'playwright/test'
import { expectAccessible } from '#tests/e2e/support/expect-accessible.ts'
import { expect, germanNumber, openReport, showAllRows, test, waitUntilLoaded } from './reports-service.ts'
import { bothSizes } from '#tests/e2e/support/journey.ts'

// The tests run one after another, because they share a service whose database takes several seconds to fill.
test.describe.configure({ mode: 'default' })

const sectionOf = (page: Page, name: string) =>
  page.getByRole('main').getByRole('region', { name, exact: true })

/** Expects the page to list exactly this many runs. */
async function expectRuns(page: Page, count: number): Promise<void> {
  await waitUntilLoaded(page)
  await expect(page.getByRole('main').getByText(new RegExp(`^${count} Antr(ag|äge)$`))).toBeVisible()
}

/** Shows all of a step. A phone shows at first only that of the step with the most such losses. */
async function unfold(step: Locator): Promise<void> {
  const more = step.getByRole('button', { name: /^Mehr zu diesem Schritt/ })
  if (await more.isVisible()) await more.click()
}

test(
  'choices are compared with other choices, the certain ones first, and lead to their runs',
  { tag: '@slow' },
  async ({ page }) => {
    await openReport(page, '/abbruch?zeitraum=28')
    const section = sectionOf(page, 'Wahl und Verlust')
    const table = section.getByRole('table', { name: 'Womit Besucher kommen' })
    const rows = table.getByRole('row')
    const before = await rows.count()
    await showAllRows(page)
    expect(await rows.count()).toBeGreaterThan(before)
    // Phones and computers and tablets together are all runs.
    const runsOf = (device: string) =>
      table.getByRole('link', { name: new RegExp(` Anträge: Gerät ${device}$`) }).innerText()
    const devices = await Promise.all(['Telefon', 'Computer', 'Tablet'].map(runsOf))
    const all = await page.getByRole('link', { name: / Anträge: Start, / }).innerText()
    expect(devices.map(germanNumber).reduce((sum, one) => sum + one, 0)).toBe(germanNumber(all))
    await expectAccessible(page)

    const left = table.getByRole('link', { name: / gegangen: Gerät Telefon$/ })
    const count = germanNumber(await left.innerText())
    await left.click()
    await expectRuns(page, count)
    await page.goBack()
    await waitUntilLoaded(page)
    const made = section
      .getByRole('table', { name: 'Angaben im Antrag' })
      .getByRole('link', { name: /Anträge: / })
    const chosen = germanNumber(await made.first().innerText())
    await made.first().click()
    await expectRuns(page, chosen)
  },
)

test(
  'losses without a message name the last field and lead to their runs',
  { tag: '@slow' },
  async ({ page }) => {
    await openReport(page, '/abbruch?zeitraum=28')
    const step = sectionOf(page, '1. Angaben zur Person')
    const [, silent, lost] = /([\d.]+) von ([\d.]+) verlorenen Anträgen sahen nie eine Meldung/.exec(
      (await step.innerText()).replaceAll(/\s+/g, ' '),
    )!
    const lostInPlot = page.getByRole('link', { name: /verloren: Schritt 1 / })
    expect(germanNumber((await lostInPlot.innerText()).slice(1))).toBe(germanNumber(lost!))

    await unfold(step)
    await step.getByText('Alle Felder vergleichen').click()
    const fields = step.getByRole('table', { name: /^Felder im Vergleich/ })
    expect(await fields.getByRole('row').count()).toBeGreaterThan(2)
    await expectAccessible(page)

    const last = step.getByRole('listitem').filter({ hasText: /%/ }).first().getByRole('link')
    const part = germanNumber(await last.innerText()) / 100
    await last.click()
    await waitUntilLoaded(page)
    const listed = await page
      .getByRole('main')
      .getByText(/^[\d.]+ Antr(ag|äge)$/)
      .innerText()
    await page.goBack()
    await waitUntilLoaded(page)
    // Shares are of the runs whose last field is known.
    const unknown = await step.getByText(/^Von [\d.]+ ist das letzte Feld nicht bekannt/).allInnerTexts()
    const known = germanNumber(silent!) - germanNumber(unknown[0] ?? '0')
    expect(germanNumber(listed) / known).toBeCloseTo(part, 2)
    await step
      .getByRole('link', { name: /ohne Meldung verloren/ })
      .first()
      .click()
    await expectRuns(page, germanNumber(silent!))
  },
)

test(
  'a phone unfolds one step after another; paper shows all of them',
  bothSizes,
  async ({ page, isMobile }) => {
    test.skip(!isMobile, 'A wide screen shows all steps.')
    await openReport(page, '/abbruch?zeitraum=28')
    const section = sectionOf(page, 'Verluste ohne Meldung')
    const steps = section.getByRole('region')
    const lastFields = section.getByRole('heading', { name: /^Zuletzt waren sie in/ })
    const more = section.getByRole('button', { name: /^Mehr zu diesem Schritt/ })
    await expect(steps.first()).toBeVisible()
    const all = await steps.count()
    const folded = await more.count()
    expect(folded).toBeGreaterThan(0)
    await expect(lastFields).toHaveCount(all - folded)
    await expect(section.getByText(/^Am häufigsten waren sie zuletzt in /)).toHaveCount(folded)

    await page.emulateMedia({ media: 'print' })
    await expect(lastFields).toHaveCount(all)
    await expect(more).toHaveCount(0)
    await page.emulateMedia({ media: null })

    await more.first().click()
    await expect(more).toHaveCount(folded - 1)
    await expect(lastFields).toHaveCount(all - folded + 1)
  },
)
