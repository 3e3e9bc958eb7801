import type { Page } from 'playwright/test'
import { expect, test } from '#tests/e2e/support/journey.ts'

// Simulates new visitors, for whom the consent dialog appears while they are reading.
test.use({ showConsentDialog: true })
test.skip(({ isMobile }) => !isMobile, 'layout shifts are most likely on phones')

/** Records the browser's layout shifts (Cumulative Layout Shift) with the elements that moved. */
function watchShifts(): void {
  const shifts: string[] = []
  Object.assign(window, { shifts, shifted: 0 })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & Shift)[]) {
      if (entry.hadRecentInput) continue
      Object.assign(window, { shifted: (window as unknown as Watched).shifted + entry.value })
      for (const { node } of entry.sources)
        shifts.push(`${entry.value} ${node?.nodeName} ${node?.textContent}`)
    }
  }).observe({ type: 'layout-shift', buffered: true })
}
interface Shift {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null }[]
}
interface Watched {
  shifted: number
  shifts: string[]
}

const shiftsOf = (page: Page) =>
  page.evaluate(async () => {
    // After two frames, the observer has received all previous entries.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
    const { shifted, shifts } = window as unknown as Watched
    return { shifted, shifts }
  })

for (const { name, at, shown } of [
  { name: 'the landing page', at: '/', shown: /Antrag/ },
  { name: 'the selection', at: '/rundfunkbeitrag-auswahl', shown: /Anliegen/ },
  { name: 'a step', at: '/rundfunkbeitrag-anmelden/step-1', shown: /Anmeldung/ },
])
  test(`${name} has no layout shift when font and consent dialog appear`, async ({ page }) => {
    await page.addInitScript(watchShifts)
    // Simulates a slow connection: the web font arrives late, so the page is first rendered in the fallback font.
    const drawn = Promise.withResolvers<void>()
    await page.route('**/*.woff2', async (route) => drawn.promise.then(() => route.continue()))
    await page.goto(at, { waitUntil: 'commit' })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(shown)
    const consentDialog = page.getByRole('dialog', { name: 'Messung erlauben?' })
    await expect(consentDialog).toBeVisible()
    expect(await page.evaluate(() => document.fonts.check('1rem Figtree'))).toBe(false)
    drawn.resolve()
    await page.waitForFunction(() => document.fonts.check('1rem Figtree'))
    await expect(page.getByRole('contentinfo')).toBeAttached()
    const { shifted, shifts } = await shiftsOf(page)
    expect(shifted, shifts.join('\n')).toBeLessThanOrEqual(0.05)
  })
