import type { Page } from 'playwright/test'
import {
  expect,
  fillDwelling,
  fillPayment,
  fillPerson,
  next,
  openFunnel,
  orderButton,
  test,
  tickAll,
  walkTo,
} from './journey.ts'
import { expectAccessible } from './expect-accessible.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('axe finds nothing on any step or error', async ({ page }) => {
  await openFunnel(page)
  for (const step of [1, 2, 3]) {
    await expectAccessible(page)
    await next(page)
    await expect(page).toHaveTitle(/^Fehler/)
    await expectAccessible(page)
    if (step === 2) {
      await page.getByRole('radio', { name: /andere/ }).check()
      await expectAccessible(page)
      await page.getByRole('radio', { name: /oben angegebene/ }).check()
    }
    await page.reload()
    await walkFrom(page, step)
  }
  await expectAccessible(page)
  await orderButton(page).click()
  await expect(page).toHaveTitle(/^Fehler/)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Entwurf löschen' }).click()
  await expectAccessible(page)
})

async function walkFrom(page: Page, step: number): Promise<void> {
  await [fillPerson, fillDwelling, fillPayment][step - 1]!(page)
  if (step === 3) {
    await page.getByLabel('Abweichender Kontoinhaber').check()
    await expectAccessible(page)
    await page.getByLabel('Abweichender Kontoinhaber').uncheck()
  }
  await next(page)
}

test('axe finds nothing on the pages around the funnel', async ({ page }) => {
  for (const path of ['/', '/agb', '/nix', '/success?order=00000000-0000-4000-8000-000000000000']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(page)
  }
})

test('axe finds nothing on a failed order, its notice and the order that stands', async ({ page }) => {
  await openFunnel(page)
  await walkTo(page, 4)
  await tickAll(page)
  await page.route('**/api/events', (route) => route.abort())
  await orderButton(page).click()
  await expect(page.getByRole('alert').first()).toBeVisible()
  await page.waitForTimeout(700)
  await expectAccessible(page)
  await page.unroute('**/api/events')
  await orderButton(page).click()
  await page.waitForURL(/\/testzahlung/)
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Ihr Auftrag ist eingegangen' })).toBeVisible()
  await expectAccessible(page)
})

test('every target is at least 24 px, and nothing is cut off at 320 px', async ({ page, isMobile }) => {
  test.skip(!isMobile, 'the narrow page is a phone')
  await page.setViewportSize({ width: 320, height: 640 })
  await openFunnel(page)
  for (const step of [2, 3, 4]) {
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    const small = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('button, input, select, nav a')].flatMap((element) => {
        const { width, height } = (element.closest('label') ?? element).getBoundingClientRect()
        return width > 0 && (width < 24 || height < 24)
          ? [`${element.outerHTML.slice(0, 120)} ${width}×${height}`]
          : []
      }),
    )
    expect(small).toEqual([])
    await walkFrom(page, step - 1)
  }
})
