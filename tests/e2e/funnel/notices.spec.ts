import type { Page } from 'playwright/test'
import { openReason } from '#tests/e2e/support/deregistration.ts'
import { expect, openFunnel, orderButton, test, tickAll, walkTo } from '#tests/e2e/support/journey.ts'

const notices = (page: Page) => page.locator('[data-sonner-toast][data-visible=true][data-removed=false]')

test('an error is shown until it is closed, one at a time', async ({ page }) => {
  await openFunnel(page)
  await walkTo(page, 4)
  await tickAll(page)
  await page.route('**/api/events', (route) => route.abort())
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await orderButton(page).click()
    await expect(page.getByRole('alert').first()).toBeVisible()
    await expect(notices(page)).toHaveCount(1)
  }
  // Most notices disappear after five seconds. This one must stay.
  await page.waitForTimeout(5500)
  await expect(notices(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Mitteilung schließen' }).click()
  await expect(notices(page)).toHaveCount(0)
})

test(
  'a new notice replaces the previous one and disappears after five seconds',
  { tag: '@slow' },
  async ({ page }) => {
    await openFunnel(page)
    await page.getByLabel('Vorname').fill('Łucja')
    await page.getByRole('button', { name: 'Entwurf löschen' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Entwurf löschen' }).click()
    await expect(notices(page)).toHaveText(/Ihr Entwurf wurde gelöscht/)
    await expect(notices(page)).toHaveCount(0)
  },
)

test(
  'at most three minor confirmations are shown, and they disappear automatically',
  { tag: '@slow' },
  async ({ page }) => {
    await openReason(page, 'sonstige')
    const copy = page.getByRole('button', { name: 'Daten aus Schritt 1 übernehmen' })
    for (let press = 0; press < 5; press += 1) await copy.click()
    await expect(notices(page)).toHaveCount(3)
    // They must not cover the fields that were filled, all of which are below the button.
    const { y } = (await copy.boundingBox())!
    for (const notice of await notices(page).all())
      await expect
        .poll(async () => (await notice.boundingBox())!.y + (await notice.boundingBox())!.height)
        .toBeLessThan(y)
    // Moves the mouse away, because hovering would keep the notices open.
    await page.mouse.move(1, 1)
    await expect(notices(page)).toHaveCount(0)
  },
)
