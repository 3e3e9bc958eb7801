// Functions that run in the page cannot use functions of this file.
/* oxlint-disable unicorn/consistent-function-scoping */
import type { Locator, Page } from 'playwright/test'
import { anySize, expect, next, openFunnel, orderButton, test, walkTo } from '#tests/e2e/support/journey.ts'
import { placeOrder } from '#tests/e2e/support/placed-order.ts'

test.use({ forcedColors: 'active' })

test(
  'in forced colors, controls, focus, choices, progress and errors stay visible',
  anySize,
  async ({ page, request }) => {
    await openFunnel(page)
    await expectEdges(page)
    const [herr, frau] = ['Herr', 'Frau'].map((name) => page.locator('label').filter({ hasText: name }))
    await frau!.click()
    expect(await colorOf(frau!, 'border-top-color')).not.toBe(await colorOf(herr!, 'border-top-color'))
    const segments = page.locator('[data-progress] > span')
    expect(await colorOf(segments.first(), 'background-color')).not.toBe(
      await colorOf(segments.last(), 'background-color'),
    )
    expect(await segments.last().evaluate((segment) => getComputedStyle(segment).outlineStyle)).toBe('solid')
    await page.getByLabel('Nachname').fill('Müller')
    await next(page)
    await expect(page).toHaveTitle(/^Fehler/)
    const box = (name: string) =>
      page.getByLabel(name).evaluate((input) => getComputedStyle(input).borderTopWidth)
    expect([await box('Vorname'), await box('Nachname')]).toEqual(['2px', '1px'])
    await expectIconsInTextColor(page)
    await expectFocusRings(page)

    await page.reload()
    await walkTo(page, 4)
    await orderButton(page).click()
    await expect(page).toHaveTitle(/^Fehler/)
    await expectEdges(page)
    await expectIconsInTextColor(page)

    await page.goto('/')
    await expectEdges(page)
    const { statusPath } = await placeOrder(request)
    await page.goto(statusPath)
    await expect(page.getByRole('heading', { name: 'Verlauf' })).toBeVisible()
    await expectEdges(page)
  },
)

test.describe('with the question for consent', () => {
  test.use({ showConsentDialog: true })
  test('in forced colors, its buttons have edges', anySize, async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('button', { name: 'Alle akzeptieren' })).toBeVisible()
    await expectEdges(page)
    await expectFocusRings(page)
  })
})

function colorOf(element: Locator, property: string): Promise<string> {
  return element.evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), property)
}

/** Expects that each control has a border, an underline or a drawing of its own, because backgrounds are removed. */
async function expectEdges(page: Page): Promise<void> {
  const without = await page.evaluate(() => {
    const hasBorder = (element: Element) => {
      const { borderTopWidth, borderTopStyle, borderTopColor } = getComputedStyle(element)
      const canvas = getComputedStyle(document.documentElement).backgroundColor
      return parseFloat(borderTopWidth) >= 1 && borderTopStyle === 'solid' && borderTopColor !== canvas
    }
    return (
      [
        ...document.querySelectorAll(
          'main :is(button, input, select, textarea), [data-consent-question] button',
        ),
      ]
        .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        // The browser draws native boxes itself.
        .filter((element) => !element.matches('[type=checkbox]'))
        .map((element) => (element.matches('[type=radio]') ? element.closest('label')! : element))
        .filter(
          (element) =>
            !hasBorder(element) && !getComputedStyle(element).textDecorationLine.includes('underline'),
        )
        .map((element) => element.outerHTML.slice(0, 160))
    )
  })
  expect(without).toEqual([])
}

/** Expects that icons do not keep a color that is made for a background which is removed. */
async function expectIconsInTextColor(page: Page): Promise<void> {
  const different = await page
    .locator('main svg:visible')
    .evaluateAll((icons) =>
      icons
        .filter((icon) => getComputedStyle(icon).color !== getComputedStyle(icon.parentElement!).color)
        .map((icon) => icon.outerHTML.slice(0, 120)),
    )
  expect(different).toEqual([])
}

/** Moves the focus through the page with Tab and expects a visible outline at each stop. */
async function expectFocusRings(page: Page): Promise<void> {
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  const stops: number[] = []
  for (let press = 0; press < 25; press += 1) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(() => {
      const focused = document.activeElement!
      const ringed = [focused, focused.closest('label')].some((element) => {
        if (!element) return false
        const { outlineStyle, outlineWidth } = getComputedStyle(element)
        return outlineStyle === 'solid' && parseFloat(outlineWidth) >= 2
      })
      return {
        ringed,
        html: focused.outerHTML.slice(0, 160),
        place: [...document.querySelectorAll('*')].indexOf(focused),
      }
    })
    if (stop.html.startsWith('<body') || stops.includes(stop.place)) break
    stops.push(stop.place)
    expect(stop.ringed, stop.html).toBe(true)
  }
  expect(stops.length).toBeGreaterThan(5)
}
