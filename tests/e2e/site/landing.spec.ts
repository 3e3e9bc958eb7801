import type { Page } from 'playwright/test'
import { expectAccessible } from '#tests/e2e/support/expect-accessible.ts'
import { bothSizes, expect, test } from '#tests/e2e/support/journey.ts'

const start = (page: Page) =>
  page.getByRole('main').getByRole('link', { name: 'Jetzt Antrag starten' }).first()
const header = (page: Page) => page.getByRole('banner')
const ownCampaign = 'utm_source=internal&utm_medium=funnel'

function isInFullView(element: Element): boolean {
  if (window.scrollY !== 0) return false
  const { left, right, top, bottom } = element.getBoundingClientRect()
  if (top < 0 || left < 0 || bottom > 640 || right > 360) return false
  return [top + 2, (top + bottom) / 2, bottom - 2].every((y) => {
    const there = document.elementFromPoint((left + right) / 2, y)
    return there !== null && (element.contains(there) || there.contains(element))
  })
}

async function openLanding(page: Page, at = '/'): Promise<void> {
  await page.goto(at)
  await expect(page.getByRole('heading', { name: 'Häufige Fragen' })).toBeAttached()
}

test('provider, price, free alternative and call to action are on the first screen of a small phone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await openLanding(page)
  const first = [
    page.getByText(/unabhängiger Dienst und kostet einmalig 49,99\s€/),
    page.getByText(/denselben Antrag kostenlos stellen/),
    start(page),
  ]
  // The elements must be neither covered nor below the fold.
  const seen = () => Promise.all(first.map((part) => part.evaluate(isInFullView)))
  await expect.poll(seen).toEqual([true, true, true])
  // Verifies that the check can fail: when the elements are moved down, none of them is in full view.
  const moved = await page.addStyleTag({ content: 'main { padding-top: 400px !important }' })
  await expect.poll(seen).toEqual([false, false, false])
  await moved.evaluate((style: HTMLStyleElement) => style.remove())
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})

test('the call to action links to the selection with its own campaign, or keeps an existing one', async ({
  page,
}) => {
  await openLanding(page)
  await start(page).click()
  await expect(page).toHaveURL(
    `/rundfunkbeitrag-auswahl?${ownCampaign}&utm_campaign=funnel-start&utm_content=auswahl&utm_term=step-0`,
  )
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wählen Sie Ihr Anliegen aus')
  await openLanding(page, '/?utm_source=google&gclid=k&x=1')
  await start(page).click()
  await expect(page).toHaveURL('/rundfunkbeitrag-auswahl?utm_source=google&gclid=k')
})

test(
  'a card links to its form on a desktop, and on a phone to its option on the selection page',
  bothSizes,
  async ({ page, isMobile }) => {
    await openLanding(page)
    const card = page.getByRole('main').getByRole('link', { name: /^Daten ändern/ })
    await expect(page.getByRole('main').locator('#services').getByRole('link')).toHaveCount(4)
    await card.click()
    await expect(page).toHaveURL(
      isMobile
        ? /\/rundfunkbeitrag-auswahl\?utm_source=internal.*#aenderung$/
        : `/rundfunkbeitrag-aendern/step-1?${ownCampaign}&utm_campaign=aenderung&utm_content=persoenliche-daten&utm_term=step-1`,
    )
    if (!isMobile) return
    const chosen = page.getByRole('main').locator('li', { hasText: 'Ihre Wahl' })
    await expect(chosen.getByRole('link')).toHaveText('Daten ändern')
    await expect(chosen.getByRole('link')).toHaveAttribute('aria-current', 'true')
    await expect(chosen).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
  },
)

test('the four services, the price and a letter are on the first screen', bothSizes, async ({ page }) => {
  await openLanding(page)
  const main = page.getByRole('main')
  for (const service of await main.locator('#services').getByRole('link').all())
    await expect(service).toBeInViewport({ ratio: 1 })
  await expect(main.getByText('49,99\u00A0€').first()).toBeInViewport({ ratio: 1 })
  const letter = main.getByRole('img', { name: /Muster des Briefs/ })
  await expect(letter).toBeInViewport()
  expect(await letter.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
})

test(
  'the header appears once the call to action is above 200 px, the sticky call once it is out of view',
  bothSizes,
  async ({ page }) => {
    await openLanding(page)
    const sticky = page.getByRole('complementary', { name: 'Antrag starten' })
    const bottom = await start(page).evaluate((element) => element.getBoundingClientRect().bottom)
    await expect(header(page)).toBeHidden()
    await page.evaluate((y) => window.scrollTo(0, y), Math.ceil(bottom) - 202)
    await page.waitForTimeout(250)
    await expect(header(page)).toBeHidden()
    await page.evaluate((y) => window.scrollTo(0, y), Math.ceil(bottom) - 195)
    await expect(header(page)).toBeVisible()
    await expect(sticky).toBeHidden()
    await page.evaluate((y) => window.scrollTo(0, y), Math.ceil(bottom) + 5)
    await expect(sticky).toBeVisible()
    await expect(sticky).toContainText('49,99')
    // At the end of the page, which has its own call, the sticky bar must not cover the last line.
    await page.evaluate(() => window.scrollTo(0, 1_000_000))
    await expect(sticky).toBeHidden()
    await expect(page.getByText('© 2024 Formlotse')).toBeInViewport({ ratio: 1 })
    await page.evaluate(() => window.scrollTo(0, 0))
    await expect(header(page)).toBeHidden()
    await expect(sticky).toBeHidden()
  },
)

test('the sticky call shows its focus and remains visible while focused', async ({ page }) => {
  await openLanding(page)
  const sticky = page.getByRole('complementary', { name: 'Antrag starten' })
  const call = sticky.getByRole('link', { name: 'Antrag starten' })
  await page.evaluate(() => window.scrollTo(0, 1200))
  await expect(sticky).toBeVisible()
  await call.focus()
  // Checks only the light half of the focus ring, because the dark half is invisible on the dark bar.
  await expect(call).toHaveCSS('box-shadow', /rgb\(197, 238, 122\) 0px 0px 0px 7px/)
  await page.evaluate(() => window.scrollTo(0, 0))
  // The page is scrolled to its top, where the sticky bar is shown only while its link has the focus.
  await expect(page.locator('[data-sticky-call=shown]')).toHaveCount(0)
  await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0)
  await expect(call).toBeInViewport({ ratio: 1 })
  await expect(call).toBeFocused()
  await start(page).focus()
  await expect(sticky).toBeHidden()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
})

test('after 300 px, a button scrolls to the top, and so does the logo', async ({ page }) => {
  await openLanding(page)
  const up = page.getByRole('button', { name: 'Nach oben' })
  await page.evaluate(() => window.scrollTo(0, 300))
  await page.waitForTimeout(100)
  await expect(up).toBeHidden()
  await page.evaluate(() => window.scrollTo(0, 301))
  await expect(up).toBeVisible()
  await up.click()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await expect(up).toBeHidden()
  await page.evaluate(() => window.scrollTo(0, 1500))
  await header(page).getByRole('link', { name: 'Formlotse' }).click()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
})

test('#services scrolls smoothly to the services', async ({ page }) => {
  await page.goto('/#services')
  const title = page.getByRole('heading', { name: 'Was möchten Sie erledigen?' })
  await expect(title).toBeInViewport()
  await expect.poll(async () => Math.round((await page.locator('#services').boundingBox())!.y)).toBe(64)
})

test('the landing page shows nine questions, at most one open at a time, with emphasized text', async ({
  page,
}) => {
  await openLanding(page)
  const questions = page.locator('details[name=faq]')
  await expect(questions).toHaveCount(9)
  const open = page.locator('details[name=faq][open]')
  // With the keyboard, because the page may still scroll between pressing and releasing the mouse.
  const toggle = (at: number) => questions.nth(at).locator('summary').press('Enter')
  await toggle(0)
  await expect(open).toHaveCount(1)
  await toggle(1)
  await expect(open.locator('strong').first()).toHaveText('Ja.')
  await expect(open).toHaveCount(1)
  await expect(open).not.toContainText('**')
  await toggle(1)
  await expect(open).toHaveCount(0)
})

test(
  'reviews can be turned by buttons and keys, stop at both ends and are marked as examples',
  bothSizes,
  async ({ page, isMobile }) => {
    await openLanding(page)
    const reviews = page.getByRole('region', { name: 'Bewertungen' })
    const cards = reviews.getByRole('listitem')
    const [previous, next] = ['Vorherige Bewertung', 'Nächste Bewertung'].map((name) =>
      page.getByRole('button', { name }),
    )
    await expect(cards.filter({ hasText: 'Beispiel' })).toHaveCount(6)
    await reviews.scrollIntoViewIfNeeded()
    const shown = isMobile ? 1 : 3
    await expect(cards.nth(shown - 1)).toBeInViewport({ ratio: 0.9 })
    await expect(cards.nth(shown)).not.toBeInViewport({ ratio: 0.2 })
    await expect(previous!).toBeDisabled()
    await next!.click()
    await expect(cards.nth(shown)).toBeInViewport({ ratio: 0.9 })
    await reviews.focus()
    await page.keyboard.press('ArrowLeft')
    await expect(previous!).toBeDisabled()
    for (let turn = 0; turn < 6 - shown; turn += 1) await page.keyboard.press('ArrowRight')
    await expect(next!).toBeDisabled()
    await expect(cards.last()).toBeInViewport({ ratio: 0.9 })
  },
)

/** Simulates a horizontal swipe on an element. */
async function swipe(page: Page, selector: string, distance: number): Promise<void> {
  const box = (await page.locator(selector).boundingBox())!
  const touch = await page.context().newCDPSession(page)
  const y = box.y + box.height / 2
  const x = box.x + box.width / 2
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
  for (const part of [0.25, 0.5, 0.75, 1])
    await touch.send('Input.dispatchTouchEvent', {
      type: 'touchMove',
      touchPoints: [{ x: x + distance * part, y }],
    })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

test('only a swipe of more than 50 px turns the reviews', async ({ page, isMobile }) => {
  test.skip(!isMobile, 'swiping is tested on phones')
  await openLanding(page)
  const track = 'section[aria-label=Bewertungen]'
  await page.locator(track).evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const place = page.getByText(/von 6$/)
  await swipe(page, track, -48)
  await page.waitForTimeout(400)
  await expect(place).toHaveText(/1 von 6/)
  await swipe(page, track, -60)
  await expect(place).toHaveText(/2 von 6/)
  await expect(page.locator(track).getByRole('listitem').nth(1)).toBeInViewport({ ratio: 0.9 })
  await swipe(page, track, 60)
  await expect(place).toHaveText(/1 von 6/)
})

test(
  'the header contains the four services, on a phone as cards in a menu',
  bothSizes,
  async ({ page, isMobile }) => {
    await page.goto('/kontakt?utm_source=a')
    const menu = page.getByRole('button', { name: 'Menü' })
    if (isMobile) {
      await menu.click()
      await expect(menu).toHaveAttribute('aria-expanded', 'true')
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(menu).toHaveAttribute('aria-expanded', 'false')
      await menu.click()
    }
    const links = header(page).getByRole('navigation').getByRole('link')
    await expect(links).toHaveCount(4)
    await links.nth(3).click()
    await expect(page).toHaveURL('/rundfunkbeitrag-abmelden/step-1?utm_source=a')
    if (isMobile) await expect(menu).toHaveAttribute('aria-expanded', 'false')
    else await expect(links.nth(3)).toHaveAttribute('aria-current', 'true')
  },
)

test('the footer contains all links, and legal pages open in a new tab', async ({ page }) => {
  await openLanding(page)
  const footer = page.getByRole('contentinfo')
  await expect(footer).toContainText('ohne Verbindung zum Beitragsservice')
  await expect(footer).toContainText('4.200+ Anmeldungen (Beispiel)')
  // A phone shows pages that are shorter than a tall footer.
  expect((await footer.boundingBox())!.height).toBeLessThan(500)
  await expect(footer.getByText('[E-Mail-Adresse]')).toBeVisible()
  await expect(footer.locator('a[href^="/rundfunkbeitrag-"]')).toHaveCount(4)
  for (const name of [
    'Impressum',
    'AGB',
    'Datenschutzerklärung',
    'Widerrufsbelehrung',
    'Produktinformationen',
  ])
    await expect(footer.getByRole('link', { name })).toHaveAttribute('target', '_blank')
  const [withdrawal] = await Promise.all([
    page.waitForEvent('popup'),
    footer.getByRole('link', { name: /Vertrag widerrufen/ }).click(),
  ])
  await expect(withdrawal.getByRole('heading', { level: 1 })).toContainText(/widerrufen/i)
})

test(
  'the landing page makes no third-party requests, has no axe issues and cuts off no text',
  bothSizes,
  async ({ page, baseURL }) => {
    const thirdPartyRequests: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(baseURL!)) thirdPartyRequests.push(request.url())
    })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await openLanding(page)
    await page.locator('details[name=faq] summary').first().click()
    await page.evaluate(() => window.scrollTo(0, 1500))
    await expect(header(page)).toBeVisible()
    await expect(page.getByRole('complementary', { name: 'Antrag starten' })).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize({ width: 320, height: 640 })
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    expect(thirdPartyRequests).toEqual([])
  },
)
