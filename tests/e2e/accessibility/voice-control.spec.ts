import { anySize, expect, test } from '#tests/e2e/support/journey.ts'
import { placeOrder } from '#tests/e2e/support/placed-order.ts'
import { expectNamesToContainLabels } from '#tests/e2e/support/visible-labels.ts'

const pages = [
  '/',
  '/rundfunkbeitrag-auswahl',
  '/kontakt',
  '/widerruf',
  '/datenschutz',
  '/agb',
  '/success',
  '/nix',
  '/berichte',
  '/auftraege',
]

// The steps of the funnels are checked while a screen reader reads them.
test('on every page, controls can be named by their visible labels', anySize, async ({ page, request }) => {
  const { statusPath } = await placeOrder(request)
  for (const path of [...pages, statusPath]) {
    await page.goto(path)
    await expect(page.getByRole('heading').first()).toBeVisible()
    await expectNamesToContainLabels(page)
  }
})
