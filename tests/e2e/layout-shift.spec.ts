import type { Page } from 'playwright/test'
import { expect, test } from './journey.ts'

// New visitors: the question of consent comes up while they read.
test.use({ consentAsked: true })
test.skip(({ isMobile }) => !isMobile, 'phones are slow and narrow: what moves anywhere moves there')

/** The browser's own measure of what moved without the visitor's doing (Cumulative Layout Shift), and what it was. */
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
    // Two frames later the observer was told of everything until now.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
    const { shifted, shifts } = window as unknown as Watched
    return { shifted, shifts }
  })

for (const { name, at, shown } of [
  { name: 'the landing page', at: '/', shown: /Antrag/ },
  { name: 'the selection', at: '/rundfunkbeitrag-auswahl', shown: /Anliegen/ },
  { name: 'a step', at: '/rundfunkbeitrag-anmelden/step-1', shown: /Anmeldung/ },
])
  test(`${name} stays where it is while font and question come`, async ({ page }) => {
    await page.addInitScript(watchShifts)
    // The page is drawn in another font first, as on a slow line.
    const drawn = Promise.withResolvers<void>()
    await page.route('**/*.woff2', async (route) => drawn.promise.then(() => route.continue()))
    await page.goto(at, { waitUntil: 'commit' })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(shown)
    const question = page.getByRole('dialog', { name: 'Messung erlauben?' })
    await expect(question).toBeVisible()
    expect(await page.evaluate(() => document.fonts.check('1rem Figtree'))).toBe(false)
    drawn.resolve()
    await page.waitForFunction(() => document.fonts.check('1rem Figtree'))
    await expect(page.getByRole('contentinfo')).toBeAttached()
    const { shifted, shifts } = await shiftsOf(page)
    expect(shifted, shifts.join('\n')).toBeLessThanOrEqual(0.05)
  })
