import { expect, test } from '#tests/e2e/support/journey.ts'

test.use({ showConsentDialog: true })

test('a legal page is printed without navigation, dark on white', async ({ page }) => {
  await page.goto('/agb')
  const around = [page.getByRole('dialog'), page.getByRole('banner'), page.getByRole('contentinfo')]
  for (const part of around) await expect(part).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  for (const part of around) await expect(part).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const looks = await page.evaluate(() =>
    [...document.querySelectorAll('main, main *')].map((element) => {
      const { color, backgroundColor, position } = getComputedStyle(element)
      return `${color} on ${backgroundColor}, ${position === 'static' ? 'static' : 'placed'}`
    }),
  )
  expect([...new Set(looks)].filter((look) => !look.startsWith('rgb(0, 0, 0) on rgba(0, 0, 0, 0)'))).toEqual(
    [],
  )
})
