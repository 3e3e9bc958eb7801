import {
  expect,
  openFunnel,
  orderButton,
  orderMessageOf,
  runIdOf,
  slug,
  test,
  tickAll,
  walkTo,
} from '#tests/e2e/support/journey.ts'
import { expectAccessible } from '#tests/e2e/support/expect-accessible.ts'

const oldHash = 'f'.repeat(64)

test('changed terms are shown, must be accepted again and are then ordered', async ({ page, service }) => {
  // The page was loaded before the terms changed.
  await page.route(
    ({ pathname }) => pathname.startsWith(slug),
    async (route) => {
      const response = await route.fetch()
      const html = await response.text()
      await route.fulfill({ response, body: html.replace(/"agb":"[0-9a-f]{64}"/, `"agb":"${oldHash}"`) })
    },
  )
  await openFunnel(page)
  const runId = await runIdOf(page)
  await walkTo(page, 4)
  await tickAll(page)
  await orderButton(page).click()

  const terms = page.getByRole('checkbox', { name: /Ich akzeptiere die AGB/ })
  await expect(terms).not.toBeChecked()
  await expect(terms).toHaveAccessibleDescription(/inzwischen geändert/)
  await expect(page.getByRole('checkbox', { name: /Widerrufsbelehrung/ })).toBeChecked()
  await page.getByText(/^Neue Fassung: /).click()
  await expect(page.getByText('§ 1 Geltung und Begriffe')).toBeVisible()
  await expectAccessible(page)

  await terms.check()
  await orderButton(page).click()
  await page.waitForURL(/\/testzahlung/)
  const complete = () => orderMessageOf(service, runId)
  await expect.poll(complete).toBeDefined()
})
