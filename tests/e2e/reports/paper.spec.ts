import type { Page } from 'playwright/test'
import { openPdf } from '#service/documents/proofs/pdf/pdfium.ts'
import { expect, openReport, test } from './reports-service.ts'

// The tests run one after another, because they share a service whose database takes several seconds to fill.
test.describe.configure({ mode: 'default' })

/** Width of A4 between margins of 1 cm, in px. */
const paperWidth = 718

const pages = [
  '/',
  '/abbruch?zeitraum=28',
  '/abbruch?zeitraum=28&verlauf=stufen',
  '/attribution?zeitraum=28',
  '/kosten?zeitraum=28',
  '/ziele?zeitraum=28',
  '/bestellungen?zeitraum=28',
  '/laeufe?figure=abandoned&zeitraum=7',
  '/datenqualitaet?zeitraum=28',
  '/datenqualitaet?thema=abgewiesen',
  '/datenqualitaet?thema=zustellung',
]

/** Shows the page as on paper. */
async function asOnPaper(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: paperWidth, height: 1000 })
}

/** Returns the elements with text or lines that are wider than the paper. */
const cutOff = (page: Page) =>
  page
    .getByRole('main')
    .locator('a, p, td, th, h1, h2, h3, dd, svg')
    .evaluateAll(
      (all, width) =>
        all
          .filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > width + 1)
          .map((one) => `${one.tagName}: ${one.textContent}`),
      paperWidth,
    )

for (const path of pages)
  test(
    `${path} is printed within the width of the paper, beginning on the first page`,
    { tag: path === '/' ? [] : '@slow' },
    async ({ page, isMobile }) => {
      test.skip(isMobile, 'Paper has the same size everywhere.')
      await openReport(page, path)
      const margin = '10mm'
      const pdf = await page.pdf({
        format: 'A4',
        margin: { top: margin, bottom: margin, left: margin, right: margin },
      })
      expect(await filledShare(pdf)).toBeGreaterThan(0.5)
      await asOnPaper(page)
      await expect.poll(() => cutOff(page)).toEqual([])
      const wide = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(wide).toBeLessThanOrEqual(paperWidth)
      await expect(page.getByRole('heading', { name: 'Gerade jetzt' })).toBeHidden()
    },
  )

/** Returns how far down the first page of a document something is printed, as a share of its height. */
async function filledShare(pdf: Uint8Array): Promise<number> {
  const size = { width: 210, height: 297 }
  const document = await openPdf(pdf)
  try {
    const pixels = document.draw(0, size)
    // The fourth byte of a pixel is undefined.
    const last = pixels.findLastIndex((value, at) => at % 4 !== 3 && value < 128)
    return last / (size.width * size.height * 4)
  } finally {
    document.close()
  }
}

test('on paper, the drop-off page shows its bars and plot, also where backgrounds are not printed', async ({
  page,
}) => {
  await openReport(page, '/abbruch?zeitraum=28')
  const plot = page.getByRole('main').locator('figure svg[data-paper]').first()
  await expect(plot).toBeHidden()
  await asOnPaper(page)
  await expect(plot).toBeVisible()
  const drawn = (await plot.boundingBox())!
  expect(drawn.width).toBeGreaterThan(500)
  expect(drawn.x + drawn.width).toBeLessThanOrEqual(paperWidth)
  // Without this, browsers leave out the bars, because they are backgrounds.
  const adjust = await page.getByRole('main').evaluate((main) => getComputedStyle(main).printColorAdjust)
  expect(adjust).toBe('exact')
})

test('on paper, a table shows the rows that the screen leaves out at first', async ({ page }) => {
  await openReport(page, '/abbruch?zeitraum=28')
  const rows = page.getByRole('table', { name: 'Womit Besucher kommen' }).getByRole('row')
  const onScreen = await rows.count()
  await asOnPaper(page)
  await expect.poll(() => rows.count()).toBeGreaterThan(onScreen)
})
