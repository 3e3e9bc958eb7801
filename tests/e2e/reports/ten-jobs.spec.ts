import { writeFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright/test'
import { formatMoment } from '#domain/time/berlin-moment.ts'
import { type RunningService, startDemo } from '#tests/e2e/support/running-service.ts'
import { expect, germanNumber, test as base, waitUntilLoaded } from './reports-service.ts'

// Ten questions of marketers, each answered from the overview page, with a stopwatch. The table is written to
// ten-jobs.txt in the output folder of Playwright.

/** At least half of the last month, so that months can be compared. With 130 runs a day, the bad day often has too few. */
const demo = { days: 45, runs: 14_500 }

const test = base.extend<object, { service: RunningService }>({
  service: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright derives the dependencies of a fixture from it
    async ({}, use) => {
      const service = await startDemo(demo, { RATE_LIMIT: 'on' })
      await use(service)
      await service.stop()
    },
    { scope: 'worker', timeout: 900_000 },
  ],
})

test.describe.configure({ mode: 'serial' })
test.skip(({ isMobile }) => isMobile, 'Marketers ask these questions at a desk.')

interface Result {
  job: string
  clicks: number
  seconds: number
  answer: string
}

const results: Result[] = []

test.afterAll(async () => {
  const lines = results.map(
    ({ job: name, clicks, seconds, answer }) => `${name} | ${clicks} | ${seconds.toFixed(1)} s | ${answer}`,
  )
  await writeFile('test-results/ten-jobs.txt', `${lines.join('\n')}\n`)
})

/** Somebody who clicks. Choosing from a list takes two clicks. */
class Marketer {
  clicks = 0
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  get main() {
    return this.page.getByRole('main')
  }

  async click(target: Locator) {
    this.clicks += 1
    await target.click()
  }

  async choose(list: Locator, label: string) {
    this.clicks += 2
    await list.selectOption({ label })
    await waitUntilLoaded(this.page)
  }

  async follow(target: Locator) {
    await this.click(target)
    await waitUntilLoaded(this.page)
  }

  async textOf(target: Locator) {
    return (await target.innerText()).replaceAll(/\s+/g, ' ').trim()
  }
}

/** Declares a journey that begins with loading the overview page and returns the answer. */
function job(name: string, find: (marketer: Marketer) => Promise<string>): void {
  test(name, async ({ page }) => {
    const marketer = new Marketer(page)
    const begin = performance.now()
    await page.goto('/berichte/')
    await waitUntilLoaded(page)
    const answer = await find(marketer)
    const seconds = (performance.now() - begin) / 1000
    results.push({ job: name, clicks: marketer.clicks, seconds, answer })
  })
}

const period = (page: Page) => page.getByRole('combobox', { name: 'Zeitraum' })
const tile = ({ main, page }: Marketer, name: string) =>
  main.locator('dl > div', { has: page.getByRole('button', { name, exact: true }) })

job('1. Which step and which field lost most last week?', async (marketer) => {
  const { page, main } = marketer
  await marketer.choose(period(page), 'Letzte Woche')
  await marketer.follow(main.getByRole('link', { name: 'Anmeldung', exact: true }))
  const step = await marketer.textOf(main.getByText(/^Die meisten gehen in Schritt \d „.+“ verloren/))
  const field = await marketer.textOf(
    main.getByText(/^(Am meisten kostet „.+“ \(.+\) in Schritt|Bei keiner Meldung)/),
  )
  const [, lost] = /verloren: ([\d.]+) von/.exec(step)!
  const losses = await main.getByRole('link', { name: /^−[\d.]+ verloren: / }).allInnerTexts()
  expect(Math.max(...losses.map((text) => germanNumber(text.slice(1))))).toBe(germanNumber(lost!))
  return `${step} ${field}`
})

job('2. On which day was the bad release, and what did it cost?', async (marketer) => {
  const { main } = marketer
  await marketer.follow(main.getByRole('link', { name: 'Anmeldung', exact: true }))
  const day = await marketer.textOf(main.getByText(/^Auffällig: Am /))
  const table = main.getByRole('table', { name: 'Felder und Regeln, die aufhalten' })
  const cost = await marketer.textOf(table.getByRole('row', { name: /^IBAN falsches Format/ }))
  expect(day).toMatch(/Am \d\d\.\d\d\.\d{4} .*Schritt 3 .*„IBAN“ \(falsches Format\)/)
  expect(cost).toMatch(/−?[\d.]+ € bis [\d.]+ €$/)
  return `${day} ${cost}`
})

job('3. Which campaign brought most, by last contact and linear?', async (marketer) => {
  const { page, main } = marketer
  await marketer.follow(page.getByRole('link', { name: 'Attribution', exact: true }))
  await marketer.click(main.getByRole('button', { name: 'Kampagne' }))
  const table = main.getByRole('table', { name: /nach Kampagne/ })
  await expect(table).toBeVisible()
  const headline = await marketer.textOf(main.getByText(/^Am meisten bringt „/))
  const [, campaign, revenue] = /„([^“]+)“: ([\d.,]+ €)/.exec(headline)!
  const row = table.getByRole('row').filter({ has: page.getByRole('rowheader', { name: campaign! }) })
  const cells = await row.first().getByRole('cell').allInnerTexts()
  expect(cells[1]!.replaceAll(/\s+/g, ' ')).toContain(revenue)
  return `${campaign}: ${revenue} by last contact, ${/[\d.]+,\d\d/.exec(cells[2]!)![0]} € linear`
})

job('4. How does conversion differ by device, and by browser?', async (marketer) => {
  const { page, main } = marketer
  await marketer.follow(main.getByRole('link', { name: 'Anmeldung', exact: true }))
  const rateIn = async (dimension: string, name: string) => {
    const table = main.getByRole('table', { name: `Abbruch nach ${dimension}`, exact: true })
    await expect(table).toBeVisible()
    const row = table.getByRole('row').filter({ has: page.getByRole('button', { name }) })
    const cells = await row.first().getByRole('cell').allInnerTexts()
    const [runs, rate, orders] = cells.map(germanNumber)
    expect(rate).toBeCloseTo((100 * orders!) / runs!, 1)
    return `${name} ${rate} %`
  }
  const devices = [await rateIn('Gerät', 'Telefon'), await rateIn('Gerät', 'Computer')]
  await marketer.choose(main.getByLabel('Aufteilen nach'), 'Browser')
  return [...devices, await rateIn('Browser', 'Chrome'), await rateIn('Browser', 'Safari')].join(', ')
})

job('5. How is the revenue of this month, compared with the last?', async (marketer) => {
  const { page, main } = marketer
  await marketer.choose(period(page), 'Dieser Monat')
  // The figures of 28 days stay visible until those of the month have loaded.
  await expect(page).toHaveURL(/zeitraum=monat/)
  await waitUntilLoaded(page)
  const compared = await marketer.textOf(main.getByText(/im Vergleich mit/))
  const text = await marketer.textOf(tile(marketer, 'Umsatz'))
  expect(text).toMatch(/[\d.]+,\d\d € ([▲▼] [\d.,]+ % (mehr|weniger)|= wie zuvor)/)
  return `${text}; ${compared}`
})

job('6. Which runs are behind a number?', async (marketer) => {
  const { page, main } = marketer
  const figure = main.getByRole('link', { name: /Bestellungen, Anmeldung$/ })
  const count = await marketer.textOf(figure)
  await marketer.follow(figure)
  await expect(main.getByText(/Antr(ag|äge)$/)).toHaveText(new RegExp(`^${RegExp.escape(count)} Antr`))
  await marketer.follow(main.getByRole('row').nth(1).getByRole('link').first())
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Zeitleiste eines Antrags')
  const events = main.getByRole('list', { name: 'Ereignisse des Antrags' }).getByRole('listitem')
  return `${count} runs, the first with ${await events.count()} events`
})

job('7. How do I share what I see?', async (marketer) => {
  const { page, main } = marketer
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await marketer.click(main.getByRole('button', { name: 'Link zu diesem Stand kopieren' }))
  await expect(main.getByText('Link kopiert.')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toMatch(/asOf=\d+/)
  return 'a link to exactly these figures'
})

job('8. How do I get the figures into a spreadsheet?', async (marketer) => {
  const { page, main } = marketer
  const download = page.waitForEvent('download')
  await marketer.click(main.getByRole('link', { name: /^CSV/ }).first())
  const file = await download
  expect(file.suggestedFilename()).toMatch(/\.csv$/)
  return file.suggestedFilename()
})

job('9. Which delivery failed, and how is it sent again?', async (marketer) => {
  const { page, main } = marketer
  await marketer.follow(page.getByRole('link', { name: /^Datenqualität/ }))
  await marketer.click(main.getByRole('link', { name: /an den Webhook (ist|sind) gescheitert/ }))
  await marketer.click(main.getByRole('button', { name: 'Zustellung fortsetzen' }))
  await expect(main.getByText('nimmt seit')).toHaveCount(0)
  await marketer.click(main.getByRole('button', { name: /gescheiterten? (Nachricht )?erneut senden/ }))
  const done = main.getByText(/jetzt erneut gesendet\.$/)
  await expect(done).toBeVisible()
  return marketer.textOf(done)
})

job('10. Why did the figures change since three days ago?', async (marketer) => {
  const { page, main } = marketer
  const runs = main.getByRole('link', { name: /Anträge, alle Antragsarten$/ }).first()
  const now = germanNumber(await runs.innerText())
  await marketer.click(main.getByText('Früherer Stand', { exact: true }))
  await main.getByLabel(/^Stand vom/).fill(formatMoment(Date.now() - 72 * 3600 * 1000))
  await marketer.click(main.getByRole('button', { name: 'Anzeigen' }))
  const banner = page.getByRole('complementary', { name: 'Früherer Stand' })
  await expect(banner).toContainText('früheren Stand vom')
  await waitUntilLoaded(page)
  const then = germanNumber(await runs.innerText())
  const change = main.getByRole('link', { name: /Anträge, alle Antragsarten.*, seither$/ }).first()
  expect(germanNumber(await change.innerText())).toBe(now - then)
  await marketer.follow(change)
  const count = new Intl.NumberFormat('de-DE').format(now - then)
  await expect(main.getByText(new RegExp(`^${RegExp.escape(count)} Anträge$`))).toBeVisible()
  return `${then} then, ${now} now; the list has the ${now - then} runs between`
})
