// Functions that run in the page cannot use functions of this file.
/* oxlint-disable unicorn/consistent-function-scoping */
import type { APIRequestContext, Page } from 'playwright/test'
import {
  expect,
  fillPayment,
  fillDwelling,
  fillPerson,
  next,
  openFunnel,
  anySize,
  orderButton,
  test,
} from '#tests/e2e/support/journey.ts'
import { placeOrder } from '#tests/e2e/support/placed-order.ts'

/** Walks through all kinds of pages. Calls `look` on each, and `focus` where controls can be reached. */
async function walk(
  { page, request }: { page: Page; request: APIRequestContext },
  look: () => Promise<void>,
  focus: () => Promise<void> = async () => undefined,
): Promise<void> {
  await page.goto('/')
  await look()
  await focus()
  await openFunnel(page)
  for (const [index, fill] of [fillPerson, fillDwelling, fillPayment].entries()) {
    await next(page)
    await expectErrors(page)
    await look()
    await fill(page)
    await focus()
    await next(page)
    await expect(page.getByText(`Schritt ${index + 2} von 4`)).toBeVisible()
  }
  await orderButton(page).click()
  await expectErrors(page)
  await look()
  await focus()
  for (const path of ['/berichte', (await placeOrder(request)).statusPath]) {
    await page.goto(path)
    await expect(page.locator('main form')).toBeVisible()
    await look()
    await focus()
  }
}

// The size of the window stays the same in each test. A page that was resized was sometimes still laid out for the former
// size, and the focused control left the view when that changed.
test.describe('at 400 % zoom', () => {
  // A window of 1280 × 1024 px at 400 % zoom (WCAG 2.2, 1.4.10).
  test.use({ viewport: { width: 320, height: 256 }, isMobile: false, hasTouch: false })

  test(
    'every page fits and every focused control is in view',
    { tag: ['@any-size', '@slow'] },
    ({ page, request }) =>
      walk(
        { page, request },
        () => expectToFit(page),
        () => expectFocusInView(page),
      ),
  )

  test.describe('with the question for consent', () => {
    test.use({ showConsentDialog: true })
    test('the question leaves the page usable', anySize, async ({ page }) => {
      await page.goto('/')
      await expect(page.getByRole('button', { name: 'Alle akzeptieren' })).toBeVisible()
      await expectToFit(page)
      await expectFocusInView(page)
    })
  })
})

test.describe('on a phone, with the text spacing of WCAG 1.4.12', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: false, hasTouch: false })

  test('every page fits', { tag: ['@any-size', '@slow'] }, ({ page, request }) =>
    walk({ page, request }, () => expectToFitSpaced(page)),
  )

  test.describe('with the question for consent', () => {
    test.use({ showConsentDialog: true })
    test('the page and the question fit', anySize, async ({ page }) => {
      await page.goto('/')
      await expect(page.getByRole('button', { name: 'Alle akzeptieren' })).toBeVisible()
      await expectToFitSpaced(page)
    })
  })
})

/** Waits until the title and the summary show errors. */
async function expectErrors(page: Page): Promise<void> {
  await expect(page).toHaveTitle(/^Fehler/)
  await expect(page.getByRole('heading', { name: /^Bitte prüfen Sie/ })).toBeVisible()
}

/** Expects that the page fits with the text spacing of WCAG 1.4.12. */
async function expectToFitSpaced(page: Page): Promise<void> {
  const spacing = await page.addStyleTag({
    content:
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
  })
  await expectToFit(page)
  await spacing.evaluate((style: HTMLStyleElement) => style.remove())
}

/** Expects neither sideways scrolling nor cut-off text. */
async function expectToFit(page: Page): Promise<void> {
  expect(await page.evaluate(faultsOfLayout)).toEqual([])
}

/** Runs in the page. */
function faultsOfLayout(): string[] {
  const { documentElement: html } = document
  const wide = html.scrollWidth > html.clientWidth ? [`the page is ${html.scrollWidth} px wide`] : []
  const cut = [...document.querySelectorAll<HTMLElement>('body *')]
    .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    // Inputs scroll their text. Elements of 1 px are for screen readers only.
    .filter(
      (element) => !element.matches('input, select, textarea, svg *, .sr-only') && element.clientWidth > 1,
    )
    .filter((element) => {
      const { overflowX, overflowY } = getComputedStyle(element)
      const hidesText = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
      return (
        [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim()) &&
        ((hidesText(overflowX) && element.scrollWidth > element.clientWidth + 1) ||
          (hidesText(overflowY) && element.scrollHeight > element.clientHeight + 1))
      )
    })
    .map((element) => `cut off: ${element.outerHTML.slice(0, 120)}`)
  return [...wide, ...cut]
}

/** Moves the focus through the page with Tab. Expects that nothing covers the center of a focused control. */
async function expectFocusInView(page: Page): Promise<void> {
  await page.evaluate(() => {
    ;(document.activeElement as HTMLElement | null)?.blur()
    scrollTo(0, 0)
  })
  const seen = new Set<number>()
  for (let press = 0; press < 80; press += 1) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(focusedControl)
    if (!stop || seen.has(stop.place)) break
    seen.add(stop.place)
    expect(stop.covered, stop.html).toBe('')
  }
  expect(seen.size).toBeGreaterThan(2)
}

/** Runs in the page. Returns what covers the focused control, and where the control is among all elements. */
function focusedControl() {
  const focused = document.activeElement
  if (!focused || focused === document.body) return undefined
  // A link can break into several lines, and a scrollable region can be larger than the screen.
  const { left, top, right, bottom } = [...focused.getClientRects()][0]!
  const middle = (start: number, end: number, size: number) => (Math.max(start, 0) + Math.min(end, size)) / 2
  const shown = document.elementFromPoint(
    middle(left, right, innerWidth),
    middle(top, Math.min(bottom, top + 40), innerHeight),
  )
  const label = focused.closest('label') ?? focused
  const uncovered = shown && (label.contains(shown) || shown.contains(focused))
  return {
    place: [...document.querySelectorAll('*')].indexOf(focused),
    html: focused.outerHTML.slice(0, 120),
    covered: uncovered ? '' : (shown?.outerHTML.slice(0, 120) ?? 'outside the screen'),
  }
}
