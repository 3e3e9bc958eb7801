import type { Locator, Page } from 'playwright/test'
import sharp from 'sharp'
import { expectAccessible, expectContrastInDark } from '#tests/e2e/support/expect-accessible.ts'
import { expect, germanNumber, waitUntilLoaded, openReport, showAllRows, test } from './reports-service.ts'
import { bothSizes } from '#tests/e2e/support/journey.ts'
import { allVariants } from '#tests/variants.ts'

// The tests run one after another, because they share a service whose database takes several seconds to fill.
test.describe.configure({ mode: 'default' })

/**
 * Parses a cell of the table that compares the models. Ignores a percentage before the amount: the difference from the
 * model `last`.
 */
const amount = (text: string) => germanNumber(text.replace(/^.*%\s*/, ''))

/** Titles of the pages that `npm test` opens. */
const mostUsed = new Set(['Überblick', 'Abbruch: Anmeldung', 'Attribution', 'Bestellungen'])

const views = [
  { path: '/', title: 'Überblick' },
  { path: '/abbruch?zeitraum=7&compare=vorher&verlauf=stufen', title: 'Abbruch: Anmeldung' },
  { path: '/attribution?zeitraum=7', title: 'Attribution' },
  { path: '/kosten?zeitraum=7', title: 'Kosten' },
  { path: '/ziele?zeitraum=7', title: 'Ziele und Reifung' },
  { path: '/versuche', title: 'Versuche' },
  { path: '/rueckmeldung', title: 'Rückmeldung an Werbeplattformen' },
  { path: '/bestellungen?zeitraum=7', title: 'Bestellungen' },
  { path: '/laeufe?figure=abandoned&zeitraum=7&device=mobile', title: 'Anträge hinter einer Zahl' },
  { path: '/datenqualitaet?zeitraum=7', title: 'Datenqualität' },
  { path: '/datenqualitaet?zeitraum=7&thema=abgewiesen', title: 'Datenqualität' },
  { path: '/datenqualitaet?zeitraum=7&thema=zustellung', title: 'Datenqualität' },
  { path: '/gibt-es-nicht', title: 'Diese Seite gibt es nicht' },
]

/** Returns the labels of tables that are too wide for the page and scroll sideways. */
const scrolling = (page: Page) =>
  page
    .getByRole('main')
    .locator('section:has(> table)')
    .evaluateAll((regions) =>
      regions
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map((region) => region.getAttribute('aria-label')),
    )

for (const { path, title } of views)
  test(
    `${title} (${path}) shows its figures accessibly within the width of the screen`,
    { tag: mostUsed.has(title) ? '@both-sizes' : ['@both-sizes', '@slow'] },
    async ({ page, isMobile }) => {
      await openReport(page, path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      for (const summary of await page.getByText('Als Tabelle anzeigen').all()) await summary.click()
      await expectAccessible(page)
      // The contrast does not depend on the size of the screen.
      if (isMobile || allVariants) await expectContrastInDark(page)
      // On a phone, `innerWidth` grows with a page that is too wide.
      const wide = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(wide).toBeLessThanOrEqual(page.viewportSize()!.width)
      expect(await scrolling(page)).toEqual([])
    },
  )

test('days are chosen by a key, summed by week, compared with the year before and opened one by one', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'A phone has no keys and no pointer that hovers.')
  await openReport(page, '/')
  const period = page.getByRole('combobox', { name: 'Zeitraum' })
  await page.keyboard.press('7')
  await expect(period).toHaveValue('7')
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Tastenkürzel' })
  await help.getByRole('checkbox', { name: 'Tastenkürzel verwenden' }).uncheck()
  await help.getByRole('button', { name: 'Schließen' }).click()
  await page.keyboard.press('9')
  await expect(period).toHaveValue('7')

  await page.getByRole('combobox', { name: 'Vergleich' }).selectOption({ label: 'gleiche Tage im Vorjahr' })
  await expect(page.getByRole('main').getByText(/im Vergleich mit .+\d{4}/)).toBeVisible()
  await expect(page.getByText('zuvor keine').first()).toBeVisible()

  await page.getByRole('button', { name: 'Wochen' }).click()
  await page.getByText('Als Tabelle anzeigen').first().click()
  const weeks = page.getByRole('table', { name: 'Zahlen zum Verlauf' }).getByRole('row')
  const total = germanNumber(await page.getByRole('link', { name: 'Anträge, alle Antragsarten' }).innerText())
  const runs = await weeks.getByRole('link', { name: /^[\d.]+ Anträge, / }).allInnerTexts()
  expect(runs.map(germanNumber).reduce((sum, count) => sum + count, 0)).toBe(total)
  await page.getByRole('button', { name: 'Tage', exact: true }).click()
  await expect(weeks).toHaveCount(8)

  const plot = page.getByRole('figure', { name: 'Bestellungen von Tag zu Tag' }).locator('svg[data-plot]')
  const position = { x: 200, y: 100 }
  await plot.hover({ position })
  await expect(page.locator('[data-tooltip-title]')).toHaveText(/^\w\w, \d\d\.\d\d\.\d{4}/)
  await plot.click({ position })
  await expect(period).toHaveValue('frei')
  const [from, to] = ['Erster Tag', 'Letzter Tag'].map((name) => page.getByLabel(name))
  expect(await from!.inputValue()).toBe(await to!.inputValue())
})

test(
  'the drop-off page names the step that lost the most runs last week and links to them',
  bothSizes,
  async ({ page, isMobile }) => {
    await openReport(page, '/')
    await page.getByRole('combobox', { name: 'Zeitraum' }).selectOption({ label: '7 Tage' })
    const dropOff = page.getByRole('link', { name: 'Abbruch', exact: true })
    await expect(dropOff).toHaveAttribute('href', /zeitraum=7/)
    await dropOff.click()
    await waitUntilLoaded(page)
    const main = page.getByRole('main')
    const headline = await main.getByText(/^Die meisten gehen in Schritt \d „.+“ verloren/).innerText()
    const [, step, lost] = /Schritt (\d) .*: ([\d.]+) von/.exec(headline) ?? []
    // The bars must agree with the headline: no other stage lost more runs.
    const losses = await main.getByRole('link', { name: /^−[\d.]+ verloren: / }).allInnerTexts()
    expect(Math.max(...losses.map((text) => germanNumber(text.slice(1))))).toBe(germanNumber(lost!))

    await main.getByRole('link', { name: new RegExp(`^−${lost} verloren: Schritt ${step} `) }).click()
    await waitUntilLoaded(page)
    await expect(main.getByRole('heading', { level: 2 })).toContainText(`Schritt ${step} „`)
    await expect(main.getByText(new RegExp(`^${lost} Antr(ag|äge)$`))).toBeVisible()
    await showAllRows(page)
    await expect(main.getByRole('row')).toHaveCount(germanNumber(lost!) + 1)
    await page.goBack()
    await expect(main.getByText(headline)).toBeVisible()
    // The date range chosen on the overview page also applies to this page.
    await expect(page.getByRole('combobox', { name: 'Zeitraum' })).toHaveValue('7')
    if (isMobile) return
    await main.getByRole('button', { name: /Telefon/ }).click()
    await expect(page).toHaveURL(/device=mobile/)
    await waitUntilLoaded(page)
    await expect(main.getByRole('list', { name: 'Gewählte Filter' })).toContainText('Gerät: Telefon')
  },
)

test(
  'the attribution page compares the revenue of campaigns under last touch and linear',
  bothSizes,
  async ({ page, isMobile }) => {
    await openReport(page, '/attribution?zeitraum=28')
    const main = page.getByRole('main')
    await main.getByRole('button', { name: 'Kampagne' }).click()
    // Waits for the table of campaigns. Until the service responds, the page still shows the table of sources.
    await expect(main.getByRole('table', { name: /nach Kampagne/ })).toBeVisible()
    const headline = await main.getByText(/^Am meisten bringt „/).innerText()
    const [, campaign] = /„([^“]+)“/.exec(headline)!
    const revenueOf = async (): Promise<string> => {
      const row = main.getByRole('row').filter({ has: page.getByRole('rowheader', { name: campaign! }) })
      const cells = await row.first().getByRole('cell').allInnerTexts()
      return cells[1]!.match(/[\d.]+,\d\d/)![0]
    }
    if (isMobile) {
      await main.getByRole('combobox', { name: 'Modell' }).selectOption({ label: 'Letzter Kontakt' })
      expect(headline).toContain(await revenueOf())
      await main.getByRole('combobox', { name: 'Modell' }).selectOption({ label: 'Linear' })
      await expect(page).toHaveURL(/model=linear/)
      await expect(main.getByRole('table', { name: /^Linear nach/ })).toBeVisible()
    } else {
      expect(headline).toContain(await revenueOf())
      // Wide screens show all five models side by side, with the same total.
      await expect(main.getByRole('rowheader', { name: 'Zusammen, in allen Modellen gleich' })).toBeVisible()
    }
    const differences = main.getByRole('region', { name: /letzter Kontakt.*linear/ })
    await expect(differences).toContainText(/bringt unter „letzter Kontakt“ .* unter „linear“|dasselbe/)
  },
)

test(
  'a source links to its campaigns, whose sum equals its revenue, and to its runs',
  bothSizes,
  async ({ page, isMobile }) => {
    await openReport(page, '/attribution?zeitraum=7&model=linear')
    const main = page.getByRole('main')
    const revenueIn = (row: Locator) => row.getByRole('cell').nth(isMobile ? 1 : 2)
    // The source with the least revenue has fewer runs than a page of their list shows. Which one it is depends on the
    // present time.
    const rows = await main
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader').getByRole('link') })
      .all()
    const earned = await Promise.all(rows.map(async (row) => amount(await revenueIn(row).innerText())))
    const ofSource = Math.min(...earned.filter((revenue) => revenue > 0))
    // Text for screen readers follows the name.
    const [source] = (await rows[earned.indexOf(ofSource)]!.getByRole('link').first().innerText()).split('\n')
    const rowOf = (title: string) =>
      main.getByRole('row').filter({ has: page.getByRole('rowheader').getByText(title, { exact: true }) })
    await rowOf(source!).getByRole('rowheader').getByRole('link').click()
    await expect(main.getByText(`Kampagnen der Quelle ${source}`)).toBeVisible()
    const total = main
      .getByRole('table', { name: /nach Kampagne/ })
      .getByRole('row')
      .last()
    expect(amount(await revenueIn(total).innerText())).toBe(ofSource)

    await main.getByRole('button', { name: 'Zurück zu allen Quellen' }).click()
    await expect(main.getByRole('table', { name: /nach Quelle/ })).toBeVisible()
    await revenueIn(rowOf(source!)).getByRole('link').click()
    await waitUntilLoaded(page)
    await expect(main.getByText(/^\d+ Antr(ag|äge)$/)).toBeVisible()
    const given = await main.locator('tbody td:last-child').allInnerTexts()
    const cents = given.map((text) => Math.round(100 * amount(text)))
    expect(cents.reduce((sum, one) => sum + one, 0)).toBe(Math.round(100 * ofSource))
  },
)

test(
  'on a phone, a row is displayed as a card with titles but remains a table row for screen readers',
  bothSizes,
  async ({ page, isMobile }) => {
    await openReport(page, '/bestellungen?zeitraum=7')
    const orders = page.getByRole('table', { name: 'Bestellungen' })
    const titles = ['Nummer', 'Zeit', 'Antragsart', 'Preis', 'Stand', 'Quelle', 'Weiterleitung']
    await expect(orders.getByRole('columnheader')).toHaveText(titles.map((title) => new RegExp(`^${title}`)))
    const row = orders.getByRole('row').nth(1)
    await expect(row.getByRole('rowheader')).toHaveText(/^FL-/)
    await expect(row.getByRole('cell')).toHaveCount(titles.length - 1)
    const source = row.getByRole('cell').nth(4)
    // On a phone, CSS draws the column title before the value. Screen readers must not announce this drawn title, because
    // they already announce the column header.
    await expect(source).toHaveAccessibleName(await source.innerText())
    const drawn = await source.evaluate((cell) => getComputedStyle(cell, '::before').content)
    expect(drawn.includes('Quelle')).toBe(isMobile)
    expect(await isBelow(source, row.getByRole('rowheader'))).toBe(isMobile)
  },
)

const isBelow = async (one: Locator, other: Locator) =>
  (await one.boundingBox())!.y >= (await other.boundingBox())!.y + 10

test('a plot can be saved as an image with its title, bars and font', async ({ page }) => {
  await openReport(page, '/abbruch?zeitraum=7')
  const button = page.getByRole('button', { name: 'PNG Anmeldung: wo Anträge verloren gehen' })
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  expect(download.suggestedFilename()).toMatch(
    /^anmeldung-wo-antraege-verloren-gehen-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.png$/,
  )
  const image = sharp(await download.path())
  const { width, format } = await image.metadata()
  const plot = (await page
    .getByRole('region', { name: 'Wo Anträge verloren gehen' })
    .getByRole('list')
    .first()
    .boundingBox())!
  expect(format).toBe('png')
  expect(width).toBeGreaterThan(2 * plot.width)
  // The color of the bars of the runs that went on (leaf-700) covers much of the image.
  const { data, info } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true })
  let green = 0
  for (let at = 0; at < data.length; at += info.channels)
    if (data[at] === 0x14 && data[at + 1] === 0x64 && data[at + 2] === 0x3c) green += 1
  expect(green / (info.width * info.height)).toBeGreaterThan(0.05)
})

test(
  'a report can be sorted by a column, even if the column headers are hidden',
  bothSizes,
  async ({ page, isMobile }) => {
    await openReport(page, '/abbruch?zeitraum=7')
    const table = page.getByRole('table', { name: 'Abbruch nach Gerät' })
    const head = table.getByRole('columnheader', { name: 'Anträge' })
    const sort = head.getByRole('button', { name: /^Anträge/ })
    const sortedBy = async (direction: 'descending' | 'ascending') => {
      const cells = table.getByRole('row').getByRole('cell').and(table.locator('[data-title="Anträge"]'))
      await expect(head).toHaveAttribute('aria-sort', direction)
      // The last row contains the totals, so it is left out.
      const shown = (await cells.allInnerTexts()).slice(0, -1).map(germanNumber)
      const up = shown.toSorted((a, b) => a - b)
      expect(shown.length).toBeGreaterThan(1)
      expect(shown).toEqual(direction === 'ascending' ? up : up.toReversed())
    }
    const choice = page.getByRole('region', { name: 'Abbruch nach Gerät' }).getByLabel('Sortieren')
    if (isMobile) await choice.selectOption({ label: 'Anträge, absteigend' })
    else await sort.click()
    await sortedBy('descending')
    if (isMobile) await choice.selectOption({ label: 'Anträge, aufsteigend' })
    else await sort.click()
    await sortedBy('ascending')
    // On a phone, the sort buttons in the hidden column headers must be hidden too, so that the keyboard cannot reach
    // them.
    await expect(sort).toBeVisible({ visible: !isMobile })
  },
)

test(
  'a list of credits with several pages shows the total of all pages',
  { tag: '@slow' },
  async ({ page }) => {
    await openReport(page, '/attribution?zeitraum=28&model=last')
    const main = page.getByRole('main')
    const source = main.getByRole('row').filter({ has: page.getByRole('rowheader', { name: /google/ }) })
    const revenue = source.first().getByRole('cell').nth(1).getByRole('link')
    const earned = await revenue.innerText()
    await revenue.click()
    await waitUntilLoaded(page)
    const sum = main
      .locator('dl > div', { has: page.getByText('Umsatz, Anteil', { exact: true }) })
      .getByRole('definition')
    let listed = 0
    for (let pages = 1; ; pages++) {
      await expect(sum).toHaveText(earned)
      const given = await main.locator('tbody td:last-child').allInnerTexts()
      listed += given.reduce((cents, text) => cents + Math.round(100 * germanNumber(text)), 0)
      if (pages === 1) await expectAccessible(page)
      const next = main.getByRole('link', { name: 'Nächste Seite' })
      if (!(await next.isVisible())) {
        expect(pages).toBeGreaterThan(1)
        break
      }
      // The next page can be empty, so wait for its address and response, not for other rows.
      const cursor = new URL((await next.getAttribute('href'))!, page.url()).searchParams.get('cursor')!
      const response = page.waitForResponse(
        (answer) => new URL(answer.url()).searchParams.get('cursor') === cursor,
      )
      await next.click()
      await response
      await page.waitForURL((url) => url.searchParams.get('cursor') === cursor)
      await waitUntilLoaded(page)
    }
    expect(listed).toBe(Math.round(100 * germanNumber(earned)))
  },
)

test('a figure links to a list of exactly that many runs, each with its timeline', async ({ page }) => {
  await openReport(page, '/?zeitraum=7')
  const main = page.getByRole('main')
  const figure = main.getByRole('link', { name: /Bestellungen, Anmeldung$/ })
  const orders = germanNumber(await figure.innerText())
  await figure.click()
  await waitUntilLoaded(page)
  await expect(main.getByRole('heading', { level: 2 })).toHaveText('Anträge mit Bestellung')
  await expect(main.getByText(/Antr(ag|äge)$/)).toHaveText(new RegExp(`^${orders} `))
  const rows = main.getByRole('row')
  await showAllRows(page)
  await expect(rows).toHaveCount(orders + 1)
  await rows.nth(1).getByRole('link').click()
  await waitUntilLoaded(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Zeitleiste eines Antrags')
  const events = main.getByRole('list', { name: 'Ereignisse des Antrags' }).getByRole('listitem')
  await expect(events.filter({ hasText: /Begonnen|Schritt geschafft/ }).first()).toBeVisible()
  await expect(events.filter({ hasText: /Bestellt.*Nummer FL-/ })).toHaveCount(1)
  await expectAccessible(page)
})

test(
  'the drop-off is broken down by two dimensions, whose figures link to exactly their runs',
  { tag: '@slow' },
  async ({ page }) => {
    await openReport(page, '/abbruch?zeitraum=7')
    const main = page.getByRole('main')
    await main.getByLabel('Aufteilen nach').selectOption('Browser')
    await expect(main.getByRole('table', { name: 'Abbruch nach Browser', exact: true })).toBeVisible()
    await main.getByLabel('und nach').selectOption('Wochentag')
    const table = main.getByRole('table', { name: 'Abbruch nach Browser und Wochentag' })
    await expect(table).toBeVisible()
    await showAllRows(page)
    const rows = table.getByRole('row')
    const counts = await table.getByRole('link', { name: / Anträge, / }).allInnerTexts()
    // Without the heads and the totals.
    await expect(rows).toHaveCount(counts.length + 2)
    expect(counts.length).toBeGreaterThan(5)
    const total = await rows.last().getByRole('cell').first().innerText()
    expect(counts.map(germanNumber).reduce((sum, one) => sum + one, 0)).toBe(germanNumber(total))
    await expectAccessible(page)

    const [browser, weekday] = (await rows.nth(1).getByRole('button').innerText())
      .replace(/^Nur\s/, '')
      .split(', ')
    await table
      .getByRole('link', { name: / Anträge, / })
      .first()
      .click()
    await waitUntilLoaded(page)
    await expect(main.getByText(new RegExp(`^${counts[0]} Antr(ag|äge)$`))).toBeVisible()
    const chosen = main.getByRole('list', { name: 'Gewählte Filter' })
    await expect(chosen.getByText(`Browser: ${browser}`)).toBeVisible()
    await expect(chosen.getByText(`Wochentag: ${weekday}`)).toBeVisible()
  },
)

test(
  'the largest groups of a breakdown are shown side by side in the funnel',
  { tag: '@slow' },
  async ({ page }) => {
    await openReport(page, '/abbruch?zeitraum=7&nach=device')
    const main = page.getByRole('main')
    await main.getByLabel('Vergleich', { exact: true }).selectOption('größte Gruppen (Gerät)')
    await waitUntilLoaded(page)
    const funnel = main.getByRole('region', { name: 'Wo Anträge verloren gehen' })
    const table = main.getByRole('table', { name: 'Abbruch nach Gerät' })
    for (const device of ['Telefon', 'Computer']) {
      const row = table.getByRole('link', { name: new RegExp(` Anträge, ${device}$`) })
      const bar = funnel.getByRole('link', { name: new RegExp(` Anträge: Start, ${device}$`) })
      await expect(bar).toHaveText(await row.innerText())
    }
    await expectAccessible(page)
  },
)

test(
  'orders count within a chosen time after the start, in the funnel and in the lists of its runs',
  { tag: '@slow' },
  async ({ page }) => {
    await openReport(page, '/abbruch?zeitraum=28')
    const main = page.getByRole('main')
    const ordered = main.getByRole('link', { name: /Anträge bestellt$/ })
    const all = germanNumber(await ordered.innerText())
    await expect(
      main.getByText(/Vom Start bis zur Bestellung: Median .* die mittlere Hälfte braucht/),
    ).toBeVisible()
    await main.getByLabel('Bestellt innerhalb von').selectOption('1 Stunde')
    await waitUntilLoaded(page)
    await expect(main.getByText(/erst nach mehr als 1 Stunde/).first()).toBeVisible()
    const late = await main.getByText(/erst nach mehr als 1 Stunde/).allInnerTexts()
    const within = germanNumber(await ordered.innerText())
    const after = late
      .map((text) => germanNumber(/^[\d.]+/.exec(text)![0]))
      .reduce((sum, one) => sum + one, 0)
    expect(after).toBeGreaterThan(0)
    expect(within + after).toBe(all)

    await main.getByRole('button', { name: 'vom Schritt davor' }).click()
    await expect(main.getByText('vom Schritt davor').nth(1)).toBeVisible()
    await expectAccessible(page)
    await ordered.click()
    await waitUntilLoaded(page)
    await expect(main.getByText(/Antr(ag|äge)$/)).toHaveText(new RegExp(`^${within} `))
    await expect(main.getByText('Bestellt innerhalb von: 1 Stunde')).toBeVisible()
  },
)

test('a permanent link shows the figures of its time and what has changed since', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openReport(page, '/?zeitraum=7')
  const main = page.getByRole('main')
  const runs = main.getByRole('link', { name: /Anträge, alle Antragsarten$/ })
  const then = germanNumber(await runs.innerText())
  await main.getByRole('button', { name: 'Link zu diesem Stand kopieren' }).click()
  await expect(main.getByText('Link kopiert.')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toMatch(/asOf=\d+/)

  const visitor = await context.newPage()
  await visitor.goto('/rundfunkbeitrag-anmelden/step-1')
  await visitor.getByRole('radio', { name: 'Frau' }).check()
  await expect(async () => {
    await openReport(page, '/?zeitraum=7')
    expect(germanNumber(await runs.innerText())).toBe(then + 1)
  }).toPass()
  await visitor.close()

  await page.goto(link)
  const banner = page.getByRole('complementary', { name: 'Früherer Stand' })
  await expect(banner).toContainText('1 Antrag dieser Tage wurde erst danach bekannt')
  expect(germanNumber(await runs.innerText())).toBe(then)
  // The other report pages must show the old state too, with a banner that links to the current state.
  await page.getByRole('link', { name: 'Attribution' }).click()
  await waitUntilLoaded(page)
  await expect(banner).toContainText('Sie sehen einen früheren Stand')
  await banner.getByRole('link', { name: 'Zum heutigen Stand' }).click()
  await expect(banner).toHaveCount(0)
  await waitUntilLoaded(page)
})

test('the CSV export of the orders lists the same orders as all pages of the list', async ({ page }) => {
  await openReport(page, '/bestellungen?zeitraum=30')
  const main = page.getByRole('main')
  const csv = main.getByRole('link', { name: 'CSV Liste der Bestellungen' })
  // Downloads the file with the browser's session cookie.
  const response = await page.request.get((await csv.getAttribute('href'))!)
  expect(response.headers()['content-disposition']).toMatch(/^attachment; filename="?[\w.-]+\.csv/)
  const lines = (await response.text()).trim().split(/\r?\n/).slice(1)
  const numbers = main.getByRole('rowheader', { name: /^FL-/ })
  await showAllRows(page)
  const shown = await numbers.allInnerTexts()
  const pageSize = shown.length
  const nextPage = main.getByRole('link', { name: 'Nächste Seite' })
  while (await nextPage.isVisible()) {
    await nextPage.click()
    await expect(numbers.first()).not.toHaveText(shown.at(-pageSize)!)
    await waitUntilLoaded(page)
    shown.push(...(await numbers.allInnerTexts()))
  }
  expect(shown.length).toBeGreaterThan(pageSize)
  expect(lines.map((line) => /FL-\w+/.exec(line)?.[0])).toEqual(shown)
})

test('a failed delivery can be retried after the receiver has recovered', async ({ page, service }) => {
  await openReport(page, '/datenqualitaet')
  await page
    .getByRole('main')
    .getByRole('link', { name: /an den Webhook (ist|sind) gescheitert/ })
    .click()
  const main = page.getByRole('main')
  const before = service.messages.length
  await main.getByRole('button', { name: 'Zustellung fortsetzen' }).click()
  await expect(main.getByText('nimmt seit')).toHaveCount(0)
  await main.getByRole('button', { name: /^Gescheitert [1-9]/ }).click()
  await expect(main.getByRole('button', { name: /^Gescheitert/, pressed: true })).toBeVisible()
  await waitUntilLoaded(page)
  const retry = main.getByRole('button', { name: /^Nachricht [\d.]+ erneut senden$/ }).first()
  const name = (await retry.getAttribute('aria-label'))!
  await retry.click()
  await expect(main.getByText(/^Nachricht [\d.]+ wird jetzt erneut gesendet\.$/)).toBeVisible()
  await expect(main.getByRole('button', { name })).toHaveCount(0, { timeout: 20_000 })
  await expect.poll(() => service.messages.length).toBeGreaterThan(before)
})
