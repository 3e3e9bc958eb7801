import { funnels } from '#domain/funnels/index.ts'
import { branches } from './branches.ts'
import { expect, test } from './journey.ts'
import { pressByKeyboard, typeStep } from './keyboard.ts'

test.skip(({ isMobile }) => isMobile, 'a keyboard belongs to the desktop')

for (const funnel of funnels) {
  // The longest way through it: it meets the most kinds of fields.
  const [branch] = branches
    .filter((each) => each.funnel === funnel)
    .toSorted((a, b) => Object.keys(b.form).length - Object.keys(a.form).length)
  test(`${funnel.type}: a visitor without a mouse orders`, async ({ page }) => {
    // From the first listener on the browser asks the test for files, which it must know before the key is pressed.
    page.on('filechooser', () => {})
    await page.goto(`/${funnel.slug}`)
    await expect(page.getByText('Schritt 1 von 4')).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Zum Inhalt' })).toBeFocused()
    for (const step of [1, 2, 3]) {
      await expect(page.getByText(`Schritt ${step} von 4`)).toBeVisible()
      await typeStep(page, branch!, step)
      await pressByKeyboard(page, 'Nächste')
    }
    await expect(page.getByText('Schritt 4 von 4')).toBeVisible()
    await typeStep(page, branch!, 4)
    await pressByKeyboard(page, 'Kostenpflichtig beauftragen')
    await page.waitForURL(/\/testzahlung/)
  })
}
