import { formatMoment } from '#domain/time/berlin-moment.ts'
import { expectAccessible } from '#tests/e2e/support/expect-accessible.ts'
import { expect, germanNumber, openReport, test, waitUntilLoaded } from './reports-service.ts'

// The tests run one after another, because they share a service whose database takes several seconds to fill.
test.describe.configure({ mode: 'default' })

const hour = 3600 * 1000

for (const { path, figure } of [
  { path: '/?zeitraum=28', figure: /Anträge, alle Antragsarten$/ },
  { path: '/abbruch?zeitraum=28&funnel=anmeldung', figure: /Anträge: Start, / },
])
  test(
    `${path} shows a chosen time, what it is now, and the runs that made the difference`,
    { tag: path.startsWith('/abbruch') ? '@slow' : [] },
    async ({ page }) => {
      await openReport(page, path)
      const main = page.getByRole('main')
      const runs = main.getByRole('link', { name: figure })
      const now = germanNumber(await runs.innerText())
      await main.getByText('Früherer Stand', { exact: true }).click()
      const moment = formatMoment(Date.now() - 72 * hour)
      await main.getByLabel(/^Stand vom/).fill(moment)
      await main.getByLabel(/^Stand vom/).press('Enter')
      const [year, month, day] = moment.slice(0, 10).split('-')
      const banner = page.getByRole('complementary', { name: 'Früherer Stand' })
      await expect(banner).toContainText(
        `früheren Stand vom ${day}.${month}.${year}, ${moment.slice(11)} Uhr.`,
      )
      await expect(page).toHaveURL(new RegExp(`stand=${encodeURIComponent(moment)}`))
      // The address changes at once; until the past figures have loaded, the page still shows the present ones.
      await waitUntilLoaded(page)
      const past = main.getByRole('link', { name: figure }).first()
      const then = germanNumber(await past.innerText())
      expect(then).toBeLessThan(now)
      await expectAccessible(page)

      const change = main
        .getByRole('link', { name: new RegExp(`${figure.source.replace('$', '')}.*, seither$`) })
        .first()
      expect(germanNumber(await change.innerText())).toBe(now - then)
      await change.click()
      await waitUntilLoaded(page)
      await expect(main.getByText(/^Seit diesem Stand/)).toContainText(`kamen ${now - then} Anträge dazu`)
      await expect(main.getByText(new RegExp(`^${now - then} Anträge$`))).toBeVisible()
      await main.getByRole('link', { name: /^Zurück: / }).click()
      await waitUntilLoaded(page)
      expect(germanNumber(await past.innerText())).toBe(then)
      await banner.getByRole('link', { name: 'Zum heutigen Stand' }).click()
      await expect(banner).toHaveCount(0)
    },
  )

test('a time in the future or before the first event gets a clear answer', async ({ page }) => {
  await openReport(page, '/?zeitraum=7')
  const main = page.getByRole('main')
  await main.getByText('Früherer Stand', { exact: true }).click()
  const field = main.getByLabel(/^Stand vom/)
  await field.fill(formatMoment(Date.now() + hour))
  await field.press('Enter')
  await expect(main.getByText('Dieser Zeitpunkt liegt in der Zukunft.')).toBeVisible()
  await field.fill('2020-01-01T09:00')
  await field.press('Enter')
  await expect(main.getByText('war noch nichts aufgezeichnet').first()).toBeVisible()
})
