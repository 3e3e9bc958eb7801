import { definitionGroups, definitions } from '#domain/reports/definitions.ts'
import { expectAccessible } from '#tests/e2e/support/expect-accessible.ts'
import { expect, openReport, test } from './reports-service.ts'
import { bothSizes } from '#tests/e2e/support/journey.ts'

// The tests run one after another, because they share a service whose database takes several seconds to fill.
test.describe.configure({ mode: 'default' })

test('the help of a figure leads to its entry among all figures', async ({ page, isMobile }) => {
  test.skip(isMobile, 'On a phone, a list below the table explains its figures.')
  await openReport(page, '/abbruch?zeitraum=7')
  await page.getByRole('button', { name: 'So wird gezählt: Abschlussquote' }).first().click()
  await page.locator('[popover]:popover-open').getByRole('link', { name: 'Alle Zahlen erklärt' }).click()
  const entry = page.locator('#conversionRate')
  await expect(entry).toContainText(definitions.conversionRate.means)
  await expect(entry).toBeInViewport()
})

test(
  'the page on counting explains every figure accessibly within the width of the screen',
  bothSizes,
  async ({ page }) => {
    await openReport(page, '/zaehlweise')
    const main = page.getByRole('main')
    for (const { title, figures } of definitionGroups) {
      await expect(main.getByRole('heading', { name: title, exact: true })).toBeVisible()
      for (const id of Object.keys(figures)) await expect(main.locator(`[id="${id}"]`)).toHaveCount(1)
    }
    const { title, figures } = definitionGroups.at(-1)!
    await main.getByRole('link', { name: title }).click()
    await expect(main.locator(`[id="${Object.keys(figures)[0]}"]`)).toBeVisible()
    await main.locator('details').evaluateAll((groups) => {
      for (const group of groups as HTMLDetailsElement[]) group.open = true
    })
    await expectAccessible(page)
    const [content, window] = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      document.documentElement.clientWidth,
    ])
    expect(content).toBeLessThanOrEqual(window)
  },
)
