// @module-tag slow
import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, chromium } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { providerText } from '#domain/site/provider-text.ts'
import { defaultSiteSettings } from '#domain/site/site-settings.ts'
import { chromiumArgs, headlessPath } from '#tests/chromium.ts'
import { createComposer } from '#service/emails/template/create-composer.ts'
import { everyEmail, frame } from './every-email.ts'

let browser: Browser
beforeAll(async () => {
  const executablePath = headlessPath
  browser = await chromium.launch({ args: chromiumArgs, ...(executablePath && { executablePath }) })
}, 60_000)
afterAll(() => browser.close())

const compose = createComposer(frame)
const cases = [
  { colorScheme: 'light', width: 390 },
  { colorScheme: 'dark', width: 700 },
] as const

test.each(cases)(
  'every e-mail fits and is accessible at $width px in the $colorScheme scheme',
  { timeout: 120_000 },
  async ({ colorScheme, width }) => {
    const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } })
    const page = await context.newPage()
    const requests: string[] = []
    page.on('request', (request) => void requests.push(request.url()))
    for (const [name, draft] of Object.entries(everyEmail())) {
      await page.setContent(compose('ada@example.org', draft).html)
      const scrollWidth = await page.evaluate('document.documentElement.scrollWidth')
      expect(scrollWidth, name).toBe(width)
      // Legacy mode takes half the time, because it opens no extra page to combine the results of frames. E-mails have none.
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
      const found = violations.map(({ id, nodes }) => `${name}: ${id} ${nodes[0]?.html}`)
      expect(found).toEqual([])
    }
    expect(requests).toEqual([])
    await context.close()
  },
)

test('long values and placeholders wrap on a phone', { timeout: 60_000 }, async () => {
  const page = await browser.newPage({ viewport: { width: 390, height: 900 } })
  const unconfigured = createComposer({
    publicUrl: frame.publicUrl,
    provider: providerText(defaultSiteSettings.provider),
  })
  for (const [name, draft] of Object.entries(everyEmail('x'.repeat(90)))) {
    await page.setContent(unconfigured('ada@example.org', draft).html)
    expect(await page.evaluate('document.documentElement.scrollWidth'), name).toBe(390)
  }
  await page.close()
})
