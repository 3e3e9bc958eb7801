import type { Page } from 'playwright/test'
import { funnels } from '#domain/funnels/index.ts'
import { expectAccessible } from '#tests/e2e/support/expect-accessible.ts'
import { branches } from '#tests/e2e/support/branches.ts'
import { expect, test } from '#tests/e2e/support/journey.ts'
import { pressByKeyboard, typeStep } from '#tests/e2e/support/keyboard.ts'

test.skip(({ isMobile }) => isMobile, 'keyboards are used on the desktop')

for (const funnel of funnels) {
  // Of the funnel's branches, tests only the one with the most values, because it covers the most kinds of fields.
  const [branch] = branches
    .filter((each) => each.funnel === funnel)
    .toSorted((a, b) => Object.keys(b.form).length - Object.keys(a.form).length)
  test(
    `${funnel.type}: can be completed without a mouse`,
    { tag: funnel.type === 'anmeldung' ? [] : '@slow' },
    async ({ page }) => {
      // Without this listener, Playwright would let the browser open a real file chooser.
      page.on('filechooser', () => {})
      await page.goto(`/${funnel.slug}`)
      await expect(page.getByText('Schritt 1 von 4')).toBeVisible()
      await page.keyboard.press('Tab')
      await expect(page.getByRole('link', { name: 'Zum Inhalt' })).toBeFocused()
      for (const step of [1, 2, 3]) {
        await expect(page.getByText(`Schritt ${step} von 4`)).toBeVisible()
        await typeStep(page, branch!, step)
        await expectAccessibleFromTop(page)
        await pressByKeyboard(page, 'Nächste')
      }
      await expect(page.getByText('Schritt 4 von 4')).toBeVisible()
      await typeStep(page, branch!, 4)
      await expectAccessibleFromTop(page)
      await pressByKeyboard(page, 'Kostenpflichtig beauftragen')
      await page.waitForURL(/\/testzahlung/)
    },
  )
}

/** Scrolls up first, because axe reports a button that the sticky header covers in part as too small. */
async function expectAccessibleFromTop(page: Page): Promise<void> {
  await page.evaluate(() => scrollTo(0, 0))
  await expectAccessible(page)
}
