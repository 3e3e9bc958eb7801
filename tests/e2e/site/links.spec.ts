import type { Page } from 'playwright/test'
import { expect, test } from '#tests/e2e/support/journey.ts'

interface FoundLink {
  from: string
  path: string
  hash: string
}

test.skip(({ isMobile }) => isMobile, 'pages have the same links on a phone')

test('all internal links and fragments exist, and pages make no third-party requests', async ({
  page,
  service,
}) => {
  const { origin } = new URL(service.url)
  const thirdPartyRequests = new Set<string>()
  page.on('request', (request) => {
    const requested = new URL(request.url())
    if (requested.protocol.startsWith('http') && requested.origin !== origin)
      thirdPartyRequests.add(requested.href)
  })
  const waiting = ['/', '/features']
  const anchors = new Map<string, Set<string>>()
  const links: FoundLink[] = []
  for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
    if (anchors.has(at)) continue
    const response = await page.goto(at)
    expect(response!.status(), `${at}, linked from ${links.find(({ path }) => path === at)?.from}`).toBe(200)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    const found = await linksOn(page, origin)
    anchors.set(at, new Set(await page.locator('[id]').evaluateAll((all) => all.map(({ id }) => id))))
    links.push(...found.map((link) => ({ ...link, from: at })))
    waiting.push(...found.map(({ path }) => path))
  }
  const broken = links.filter(({ path, hash }) => hash && !anchors.get(path)!.has(hash))
  expect(broken).toEqual([])
  expect(anchors.get('/')).toContain('services')
  expect(anchors.size).toBeGreaterThan(15)
  expect([...thirdPartyRequests]).toEqual([])
})

/**
 * Returns the path and fragment of each internal link on a page. The query is omitted, because it does not affect
 * whether a page exists.
 */
async function linksOn(page: Page, origin: string) {
  // Scrolls down, which loads the rest of the page.
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  await expect(page.getByRole('contentinfo')).toBeVisible()
  const hrefs = await page
    .locator('a[href]')
    .evaluateAll((all) => all.map((a) => (a as HTMLAnchorElement).href))
  return hrefs
    .map((href) => new URL(href))
    .filter((url) => url.origin === origin)
    .map(({ pathname, hash }) => ({ path: pathname, hash: decodeURIComponent(hash.slice(1)) }))
}
