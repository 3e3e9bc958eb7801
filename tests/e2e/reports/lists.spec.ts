import type { Page } from 'playwright/test'
import { expect, germanNumber, openReport, test, waitUntilLoaded } from './reports-service.ts'
import { bothSizes } from '#tests/e2e/support/journey.ts'

// The tests run one after another, because they share a service whose database takes several seconds to fill.
test.describe.configure({ mode: 'default' })

const rowsOf = (page: Page) =>
  page.getByRole('main').getByRole('table', { name: 'Bestellungen' }).locator('tbody')
const numbersOf = (page: Page) => rowsOf(page).getByRole('rowheader', { name: /^FL-/ })

/** Returns the sum with this name above a list, in the unit in which it is shown. */
async function sumOf(page: Page, name: string): Promise<number> {
  const sums = page
    .getByRole('main')
    .locator('dl', { has: page.getByText('Bestellwert') })
    .first()
  const entry = sums.locator('div').filter({ has: page.getByText(name, { exact: true }) })
  return germanNumber(await entry.getByRole('definition').innerText())
}

test('an order is found by the beginning of its number, and a number that does not exist is named', async ({
  page,
}) => {
  await openReport(page, '/bestellungen?zeitraum=28')
  const main = page.getByRole('main')
  const wanted = await numbersOf(page).nth(3).innerText()
  const search = main.getByRole('searchbox', { name: 'Bestellnummer oder ihr Anfang' })
  await search.fill(wanted.slice(3, 9).toLowerCase())
  await search.press('Enter')
  await expect(page).toHaveURL(new RegExp(`number=${wanted.slice(0, 9)}`))
  await waitUntilLoaded(page)
  await expect(numbersOf(page)).toHaveText([wanted])
  expect(await sumOf(page, 'Bestellungen')).toBe(1)

  await search.fill('FL-0000000000')
  await search.press('Enter')
  await expect(main.getByText('Es gibt keine Bestellung mit der Nummer FL-0000000000.')).toBeVisible()

  // The order of another state is named, and one click shows it.
  await page.goto(`/berichte/bestellungen?zeitraum=heute&number=${wanted}&status=refunded`)
  await waitUntilLoaded(page)
  await main.getByRole('link', { name: 'Dort anzeigen' }).click()
  await expect(numbersOf(page)).toHaveText([wanted])

  await search.fill('FL-')
  await search.press('Enter')
  await expect(main.getByText('Geben Sie mindestens ein Zeichen nach „FL-“ ein.')).toBeVisible()
})

test(
  'orders are filtered and sorted by the address, with the sums and the CSV of what is filtered',
  bothSizes,
  async ({ page, isMobile }) => {
    await openReport(page, '/bestellungen?zeitraum=28')
    const main = page.getByRole('main')
    const all = await sumOf(page, 'Bestellungen')
    await main.getByRole('combobox', { name: 'Stand' }).selectOption({ label: 'Bezahlt' })
    await expect(page).toHaveURL(/status=paid/)
    await waitUntilLoaded(page)
    await expect.poll(() => sumOf(page, 'Bestellungen')).toBeLessThan(all)
    await main.getByRole('combobox', { name: 'Roboter' }).selectOption({ label: 'ohne' })
    await expect(page).toHaveURL(/robots=without/)
    if (isMobile)
      await main
        .getByRole('combobox', { name: 'Sortieren' })
        .first()
        .selectOption({ label: 'Preis, absteigend' })
    else await main.getByRole('button', { name: /^Preis/ }).click()
    await expect(page).toHaveURL(/sort=-price/)
    await waitUntilLoaded(page)
    await expect(main.getByText('Roboter)')).toHaveCount(0)
    const csv = main.getByRole('link', { name: 'CSV Liste der Bestellungen' })
    const response = await page.request.get((await csv.getAttribute('href'))!)
    const lines = (await response.text()).trim().split(/\r?\n/).slice(1)
    expect(lines).toHaveLength(await sumOf(page, 'Bestellungen'))
    const cents = lines.map((line) => Number(line.split(';')[3]!.replace(',', '')))
    const euros = cents.reduce((sum, one) => sum + one, 0) / 100
    expect(await sumOf(page, 'Bestellwert')).toBeCloseTo(euros, 2)
    expect(lines.every((line) => line.split(';')[4] === 'Bezahlt')).toBe(true)

    await page.reload()
    await waitUntilLoaded(page)
    expect(await sumOf(page, 'Bestellungen')).toBe(lines.length)
  },
)

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('one order takes at most 72 px, and all targets of the list have 24 px', async ({ page }) => {
    await openReport(page, '/bestellungen?zeitraum=28')
    const rows = await rowsOf(page).all()
    expect(rows.length).toBeGreaterThan(10)
    const tall = await rowsOf(page).evaluateAll((all) =>
      all
        .filter((row) => row.getBoundingClientRect().height > 72)
        .map((row) => `${row.getBoundingClientRect().height} px: ${row.textContent}`),
    )
    expect(tall).toEqual([])
    await expectTargets(page)
    for (const list of ['/laeufe?figure=completed&zeitraum=7', '/bestellungen?zeitraum=28&number=FL-00000']) {
      await openReport(page, list)
      await expectTargets(page)
    }
  })
})

/** Expects every visible link and control to be at least 24 px wide and high. */
async function expectTargets(page: Page): Promise<void> {
  const small = await page
    .locator('a:visible, button:visible, select:visible, input:visible, summary:visible')
    .evaluateAll((targets) =>
      targets
        .map((target) => ({ name: target.textContent, box: target.getBoundingClientRect() }))
        // Skip links and the like are one pixel wide until they have focus.
        .filter(({ box }) => box.width > 1 && (box.width < 24 || box.height < 24))
        .map(({ name, box }) => `${name}: ${box.width} × ${box.height}`),
    )
  expect(small).toEqual([])
}

test('a list leads back to the figure that it counts, with the filters of that page', async ({ page }) => {
  await openReport(page, '/abbruch?zeitraum=7&funnel=anmeldung&verlauf=stufen')
  const main = page.getByRole('main')
  const from = page.url()
  await main
    .getByRole('link', { name: /^−[\d.]+ verloren: / })
    .first()
    .click()
  await waitUntilLoaded(page)
  await main.getByRole('row').nth(1).getByRole('link').click()
  await waitUntilLoaded(page)
  await main.getByRole('link', { name: 'Zurück: Liste der Anträge' }).click()
  await waitUntilLoaded(page)
  await main.getByRole('link', { name: 'Zurück: Abbruch' }).click()
  await waitUntilLoaded(page)
  expect(decodeURIComponent(page.url())).toBe(decodeURIComponent(from))
})

test('runs are filtered by how they ended, with the counts and sums of all pages', async ({ page }) => {
  await openReport(page, '/laeufe?figure=runs&zeitraum=28')
  const main = page.getByRole('main')
  const outcomes = main.getByRole('group', { name: 'Ausgang' })
  const countOf = async (name: string) =>
    germanNumber((await outcomes.getByRole('button', { name }).innerText()).replace(/^.*\(/, ''))
  const all = await countOf('Alle')
  const ordered = await countOf('Bestellt')
  expect(await sumOf(page, 'Bestellungen')).toBe(ordered)
  await outcomes.getByRole('button', { name: 'Abgebrochen' }).click()
  await expect(page).toHaveURL(/outcome=abandoned/)
  await waitUntilLoaded(page)
  const left = await countOf('Abgebrochen')
  await expect(main.getByText(new RegExp(`^${left} Anträge$`))).toBeVisible()
  expect(await countOf('Alle')).toBe(all)
  const csv = main.getByRole('link', { name: /^CSV/ })
  const lines = (await (await page.request.get((await csv.getAttribute('href'))!)).text())
    .trim()
    .split('\r\n')
  expect(lines).toHaveLength(left + 1)
})

test('an order leads to its run, and the run to its order', async ({ page }) => {
  await openReport(page, '/bestellungen?zeitraum=28&robots=without')
  const main = page.getByRole('main')
  const wanted = await numbersOf(page).nth(2).innerText()
  await numbersOf(page).nth(2).getByRole('link').click()
  await waitUntilLoaded(page)
  await main.getByRole('link', { name: wanted }).click()
  await waitUntilLoaded(page)
  await expect(numbersOf(page)).toHaveText([wanted])
  await main.getByRole('link', { name: 'Zurück: Zeitleiste des Antrags' }).click()
  await waitUntilLoaded(page)
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Zeitleiste eines Antrags')
})

test('orders are filtered by what is left to do, also by a link with another combination', async ({ page }, {
  project,
}) => {
  await openReport(page, '/bestellungen?zeitraum=90')
  const main = page.getByRole('main')
  const all = await sumOf(page, 'Bestellungen')
  const work = main.getByRole('combobox', { name: 'Zu tun' })
  const countOf = async (label: string) => {
    await work.selectOption({ label })
    await waitUntilLoaded(page)
    const found = await sumOf(page, 'Bestellungen')
    expect(found).toBeLessThan(all)
    return found
  }
  const refunds = await countOf('Geld zurückzahlen')
  await expect(page).toHaveURL(/work=refund%2Cfailed/)
  expect(refunds).toBeGreaterThan(0)
  await expect(rowsOf(page).getByRole('cell', { name: 'Bezahlt', exact: true })).toHaveCount(0)
  expect(await countOf('Alles von Hand')).toBeGreaterThanOrEqual(refunds)

  const { search } = new URL(page.url())
  await page.goto(`/berichte/bestellungen${search.replace(/work=[^&]*/, 'work=decide,refund,failed')}`)
  await waitUntilLoaded(page)
  await expect(work.locator('option:checked')).toHaveText('Widerruf entscheiden, Geld zurückzahlen')
  expect(await sumOf(page, 'Bestellungen')).toBeGreaterThanOrEqual(refunds)
  if (process.env['SHOTS'])
    await page.screenshot({ path: `${process.env['SHOTS']}/waiting-${project.name}.png` })
  await page.goto('/berichte/versuche')
  await waitUntilLoaded(page)
  const guardrails = main.getByRole('table', { name: 'Was nicht schlechter werden darf' })
  await expect(guardrails.getByRole('columnheader', { name: /Mit Anfrage/ })).toBeVisible()
  await expect(main.getByText('Eine Anfrage an den Support zählt, wenn sie')).toBeVisible()
  await guardrails.scrollIntoViewIfNeeded()
  if (process.env['SHOTS'])
    await page.screenshot({ path: `${process.env['SHOTS']}/guardrails-${project.name}.png`, fullPage: true })
})
