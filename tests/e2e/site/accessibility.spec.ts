import type { Page } from 'playwright/test'
import { funnels } from '#domain/funnels/index.ts'
import { branches } from '#tests/e2e/support/branches.ts'
import { fillStep } from '#tests/e2e/support/fill-form.ts'
import { expect, next, openFunnel, orderButton, test, tickAll, walkTo } from '#tests/e2e/support/journey.ts'
import { expectAccessible } from '#tests/e2e/support/expect-accessible.ts'

test('axe finds no issues in the dialog for deleting a draft', async ({ page }) => {
  await openFunnel(page)
  await page.getByRole('button', { name: 'Entwurf löschen' }).click()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Entwurf löschen' })).toBeFocused()
})

test('axe finds no issues on the pages before and after the funnel', async ({ page }) => {
  for (const path of ['/', '/agb', '/nix', '/success?order=00000000-0000-4000-8000-000000000000']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(page)
  }
})

test(
  'axe finds no issues on a failed order, its notice and a placed order',
  { tag: '@slow' },
  async ({ page }) => {
    await openFunnel(page)
    await walkTo(page, 4)
    await tickAll(page)
    await page.route('**/api/events', (route) => route.abort())
    await orderButton(page).click()
    await expect(page.getByRole('alert').first()).toBeVisible()
    const notice = page.locator('[data-sonner-toast]')
    await expect(notice).toHaveCSS('opacity', '1')
    await expectAccessible(page)
    await page.unroute('**/api/events')
    await orderButton(page).click()
    await page.waitForURL(/\/testzahlung/)
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Ihr Auftrag ist eingegangen' })).toBeVisible()
    await expectAccessible(page)
  },
)

// A zoom of 400 % in a window of 1280 px corresponds to a width of 320 px (WCAG 2.2, 1.4.10). Targets must be at least
// 24 px wide and high (2.5.8).
for (const funnel of funnels) {
  const [branch] = branches
    .filter((each) => each.funnel === funnel)
    .toSorted((a, b) => Object.keys(b.form).length - Object.keys(a.form).length)
  test(
    `${funnel.type}: at 400 % zoom no content is cut off and all targets are large enough`,
    { tag: funnel.type === 'abmeldung' ? [] : '@slow' },
    async ({ page, isMobile }) => {
      test.skip(!isMobile, 'narrow pages are tested on the phone')
      await page.setViewportSize({ width: 320, height: 640 })
      await page.goto(`/${funnel.slug}`)
      for (const step of [1, 2, 3, 4]) {
        await expect(page.getByText(`Schritt ${step} von 4`)).toBeVisible()
        await fillStep(page, branch!, step, ({ kind }) => kind === 'choice')
        if (step === 1 || step === 4) {
          await page.locator('button[type=submit]:visible').click()
          await expect(page).toHaveTitle(/^Fehler/)
          await expectToFit(page)
        }
        await fillStep(page, branch!, step)
        await expectToFit(page)
        if (step < 4) await next(page)
      }
    },
  )
}

async function expectToFit(page: Page): Promise<void> {
  const faults = await page.evaluate(() => {
    const wide = document.documentElement.scrollWidth > innerWidth ? ['the page scrolls sideways'] : []
    const small = [
      ...document.querySelectorAll<HTMLElement>('button, input, select, textarea, summary, nav a'),
    ]
      .map((element) => ({ element, box: (element.closest('label') ?? element).getBoundingClientRect() }))
      // Leave out the address inputs that are clipped and invisible until one of them has the focus.
      .filter(
        ({ element, box }) =>
          box.width > 0 && !element.closest('.opacity-0') && (box.width < 24 || box.height < 24),
      )
      .map(({ element, box }) => `${element.outerHTML.slice(0, 120)} ${box.width}×${box.height}`)
    return [...wide, ...small]
  })
  expect(faults).toEqual([])
}
