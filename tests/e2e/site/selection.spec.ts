import type { Page } from 'playwright/test'
import { services } from '#web/features/site/content/services.ts'
import { expectAccessible } from '#tests/e2e/support/expect-accessible.ts'
import { bothSizes, expect, test } from '#tests/e2e/support/journey.ts'

const path = '/rundfunkbeitrag-auswahl'

async function openSelection(page: Page, query = ''): Promise<void> {
  await page.goto(path + query)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wählen Sie Ihr Anliegen aus')
  await expect(page.getByRole('heading', { name: 'Häufige Fragen zur Auswahl' })).toBeAttached()
}

const option = (page: Page, title: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: title, exact: true }) })

test('a link to the questions of the landing page leads to their heading, below the header', async ({
  page,
}) => {
  await openSelection(page)
  await page.getByRole('link', { name: 'auf der Startseite' }).click()
  const heading = page.getByRole('heading', { name: 'Häufige Fragen', exact: true })
  const header = page.getByRole('banner')
  await expect(async () => {
    const below = (await heading.boundingBox())!.y - (await header.boundingBox())!.height
    expect(below).toBeGreaterThan(0)
    expect(below).toBeLessThan(150)
  }).toPass()
})

test('each option links to its form and keeps the campaign', async ({ page }) => {
  for (const { title, route } of services) {
    await openSelection(page, '?utm_source=a&fbclid=f&x=1')
    // Clicks next to the text, because the whole card must be clickable.
    await option(page, title).click({ position: { x: 24, y: 80 } })
    await expect(page).toHaveURL(`${route}/step-1?utm_source=a&fbclid=f`)
  }
  await openSelection(page)
  await expect(option(page, 'Daten ändern')).toContainText('Beliebt')
  await expect(page.getByText('Beliebt')).toHaveCount(1)
})

test('a dialog explains when the option fits and when not, and restores the focus', async ({ page }) => {
  await openSelection(page, '?utm_source=a')
  const help = option(page, 'Beitragskonto abmelden').getByRole('button', { name: /Passt das zu mir\?/ })
  await help.click()
  const dialog = page.getByRole('dialog', { name: 'Beitragskonto abmelden' })
  await expect(dialog.getByText('Beitragskonto vollständig beenden')).toBeVisible()
  expect(await dialog.evaluate((element) => element.matches(':modal'))).toBe(true)
  for (const name of ['Das passt, wenn:', 'Beispiele:'])
    await expect(dialog.getByRole('heading', { name }).locator('+ ul').getByRole('listitem')).not.toHaveCount(
      0,
    )
  await expect(dialog).toContainText('kostenlos direkt beim Beitragsservice')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(help).toBeFocused()
  await help.click()
  await dialog.getByRole('button', { name: 'Schließen' }).click()
  await expect(dialog).toBeHidden()
  await help.click()
  await dialog.getByRole('link', { name: 'Anliegen wählen' }).click()
  await expect(page).toHaveURL('/rundfunkbeitrag-abmelden/step-1?utm_source=a')
})

test(
  'shortcuts appear once the options are out of view, and link to the forms',
  bothSizes,
  async ({ page }) => {
    await openSelection(page, '?gclid=k')
    const bar = page.getByRole('navigation', { name: 'Schnellauswahl' })
    await expect(bar).toBeHidden()
    // The reviews appear below the options when they have been loaded. If they appeared after the page was scrolled, the
    // browser would scroll on by their height, so that the visible questions below them do not move.
    await page.getByText(/von 6$/).waitFor()
    /** Scrolls until the options end this far below the top of the window, in pixels. */
    const scrollOptions = (below: number) =>
      page
        .locator('#anliegen')
        .evaluate((element, y) => window.scrollBy(0, element.getBoundingClientRect().bottom - y), below)
    await scrollOptions(71)
    await page.waitForTimeout(200)
    await expect(bar).toBeHidden()
    await scrollOptions(59)
    await expect(bar).toBeInViewport({ ratio: 1 })
    await expect(bar.getByRole('link')).toHaveCount(4)
    // No text may overflow its container.
    expect(
      await bar
        .getByRole('link')
        .evaluateAll((links) => links.every((link) => link.scrollWidth <= link.clientWidth)),
    ).toBe(true)
    await bar.getByRole('link').nth(1).click()
    await expect(page).toHaveURL('/rundfunkbeitrag-zusatzwohnung/step-1?gclid=k')
  },
)

test('the link to the home page keeps the campaign', async ({ page }) => {
  await openSelection(page, '?utm_source=a&x=1')
  await page.getByRole('link', { name: 'Zurück zur Startseite' }).click()
  await expect(page).toHaveURL('/?utm_source=a')
})

test('on the selection page, the reviews wrap around at both ends', bothSizes, async ({ page, isMobile }) => {
  await openSelection(page)
  const place = page.getByText(/von 6$/)
  await page.getByRole('button', { name: 'Vorherige Bewertung' }).click()
  await expect(place).toHaveText(isMobile ? /6 von 6/ : /4–6 von 6/)
  await page.getByRole('button', { name: 'Nächste Bewertung' }).click()
  await expect(place).toHaveText(isMobile ? /1 von 6/ : /1–3 von 6/)
})

test(
  'the selection shows the free alternative, has no axe issues and cuts off no content',
  bothSizes,
  async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await openSelection(page)
    await expect(page.getByRole('main')).toContainText(
      'direkt beim Beitragsservice (öffnet in neuem Tab) selbst und kostenlos',
    )
    await page.evaluate(() => window.scrollTo(0, 1200))
    await expect(page.getByRole('navigation', { name: 'Schnellauswahl' })).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize({ width: 320, height: 640 })
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  },
)
