import type { Page } from 'playwright/test'
import { expectAccessible } from '#tests/e2e/support/expect-accessible.ts'
import { expect, germanNumber, openReport, test, waitUntilLoaded } from './reports-service.ts'

// The tests run one after another, because they share a service whose database takes several seconds to fill.
test.describe.configure({ mode: 'default' })

const plotOf = (page: Page, name: RegExp) => page.getByRole('figure', { name }).first()

for (const { path, plot } of [
  { path: '/?zeitraum=7', plot: /^Bestellungen von Tag zu Tag/ },
  { path: '/abbruch?zeitraum=7&verlauf=stufen', plot: /^Verlust je Schritt von Tag zu Tag/ },
  { path: '/datenqualitaet?zeitraum=7', plot: /^Verlust nach Tagen/ },
])
  test(
    `${path}: the annotations of a plot are reached and opened with the keyboard`,
    { tag: path.startsWith('/abbruch') ? [] : '@slow' },
    async ({ page }) => {
      await openReport(page, path)
      const marks = plotOf(page, plot)
        .getByRole('toolbar', { name: 'Vermerke im Verlauf' })
        .getByRole('button')
      await expect(marks.nth(1)).toBeVisible()
      // Only one of the marks is in the tab order.
      await expect(plotOf(page, plot).locator('button[tabindex="0"]')).toHaveCount(1)
      await marks.last().focus()
      await page.keyboard.press('Home')
      await expect(marks.first()).toBeFocused()
      await page.keyboard.press('ArrowRight')
      await expect(marks.nth(1)).toBeFocused()
      await page.keyboard.press('ArrowLeft')
      await page.keyboard.press('ArrowLeft')
      await expect(marks.first()).toBeFocused()
      await expect(marks.first()).toHaveAccessibleName(/^\d\d\.\d\d\. \S/)
      const name = (await marks.first().getAttribute('aria-label'))!
      await expect(page.locator('[data-tooltip-title]')).toBeVisible()
      await expectAccessible(page)

      await page.keyboard.press('Enter')
      const entry = page.getByRole('main').locator('details:has(> summary:focus)')
      await expect(entry).toHaveAttribute('open', '')
      const [day, title] = await entry.locator('summary > *').allInnerTexts()
      expect(name).toContain(`${day!.slice(0, 6)} ${title}`)
      await expect(entry.locator('time')).toBeVisible()
      await page.keyboard.press('Enter')
      await expect(entry).not.toHaveAttribute('open', '')
    },
  )

test('a note on a day is written by hand, marked in the plot of every page, and removed', async ({
  page,
}) => {
  await openReport(page, '/?zeitraum=7')
  const main = page.getByRole('main')
  const title = `Newsletter an alle Kunden ${Date.now()}`
  await main.getByRole('button', { name: 'Notiz hinzufügen' }).click()
  const day = main.getByLabel('Tag', { exact: true })
  const first = (await day.getAttribute('min'))!
  await day.fill(first)
  await main.getByLabel('Was geschah').fill(title)
  await main.getByLabel('Mehr dazu (freiwillig)').fill('Mit der Bitte um Weiterempfehlung.')
  await main.getByRole('button', { name: 'Speichern' }).click()
  const entry = main.locator('details', { hasText: title })
  const shown = first.split('-').toReversed().join('.')
  await expect(entry.locator('time')).toHaveText(shown)
  const mark = plotOf(page, /^Bestellungen von Tag zu Tag/).getByRole('button', { name: title })
  await mark.click()
  await expect(entry.getByText('Mit der Bitte um Weiterempfehlung.')).toBeVisible()

  await openReport(page, '/abbruch?zeitraum=7')
  await expect(
    plotOf(page, /^Abschlussquote von Tag zu Tag/).getByRole('button', { name: title }),
  ).toBeVisible()
  await plotOf(page, /^Abschlussquote von Tag zu Tag/)
    .getByRole('button', { name: title })
    .click()
  await main.getByRole('button', { name: `Entfernen : ${title}` }).click()
  await expect(entry).toHaveCount(0)
  await expect(mark).toHaveCount(0)
})

for (const { path, plot, table, column } of [
  { path: '/', plot: /^Anträge von Stunde zu Stunde/, table: 'Zahlen zum Verlauf', column: 'Anträge' },
  {
    path: '/abbruch',
    plot: /^Abschlussquote von Stunde zu Stunde/,
    table: 'Abbruch im Verlauf',
    column: 'Start',
  },
])
  test(
    `${path}: a single day is plotted by hour, and the hours add up to the day`,
    { tag: path === '/' ? '@both-sizes' : ['@both-sizes', '@slow'] },
    async ({ page, isMobile }) => {
      await openReport(page, path)
      const main = page.getByRole('main')
      await page.getByRole('combobox', { name: 'Zeitraum' }).selectOption({ label: 'Gestern' })
      await waitUntilLoaded(page)
      if (path === '/') await main.getByRole('button', { name: 'Anträge', exact: true }).first().click()
      const drawing = plotOf(page, plot).locator('svg[data-plot]')
      await expect(drawing).toBeVisible()
      await expect(drawing.getByText('12 Uhr')).toBeVisible()
      const total = main.getByRole('link', {
        name: path === '/' ? /Anträge, alle Antragsarten$/ : / Anträge: Start, /,
      })
      await main
        .getByText('Als Tabelle anzeigen')
        .nth(path === '/' ? 0 : 1)
        .click()
      const hours = main.getByRole('table', { name: table })
      const counts = await hours.locator(`tbody td[data-title="${column}"]`).allInnerTexts()
      expect(counts.length).toBeGreaterThanOrEqual(23)
      expect(counts.map(germanNumber).reduce((sum, one) => sum + one, 0)).toBe(
        germanNumber(await total.first().innerText()),
      )
      if (!isMobile) {
        await drawing.hover({ position: { x: 200, y: 60 } })
        await expect(page.locator('[data-tooltip-title]')).toHaveText(/^\w\w, \d\d\.\d\d\., \d+–\d+ Uhr/)
      }

      await page.getByRole('combobox', { name: 'Zeitraum' }).selectOption({ label: 'Heute' })
      await waitUntilLoaded(page)
      await expect(
        plotOf(page, plot)
          .or(main.getByText(/keine Anträge|hat niemand|noch niemand|nichts/))
          .first(),
      ).toBeVisible()
      await expectAccessible(page)
    },
  )
