import { expect, expectStep, next, openFunnel, orderButton, runIdOf, slug, test, walkTo } from './journey.ts'

const entries = [
  { asked: '', shown: '/step-1' },
  { asked: '/persoenliche-daten', shown: '/step-1' },
  { asked: '/bestaetigung', shown: '/step-1' },
  { asked: '/step-3', shown: '/step-1' },
  { asked: '/step-9', shown: '/step-1' },
  { asked: '/quatsch', shown: '/step-1' },
  {
    asked: '?utm_source=a&gclid=b&fbclid=c&ttclid=d&step=2&x=1',
    shown: '/step-1?utm_source=a&gclid=b&fbclid=c',
  },
]

test('every way in ends at the canonical address of a step that is open', async ({ page }) => {
  for (const { asked, shown } of entries) {
    await page.goto(slug + asked)
    await expectStep(page, 1)
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(slug + shown)
  }
})

test('names and ?step lead to their step once it is open', async ({ page }) => {
  await openFunnel(page)
  await walkTo(page, 3)
  await page.waitForTimeout(500)
  await page.goto(`${slug}/wohnungsdetails`)
  await expectStep(page, 2)
  await page.goto(`${slug}/step-1?step=3`)
  await expectStep(page, 3)
  await page.goto(`${slug}/step-4`)
  await expectStep(page, 3)
  await page.goto(`${slug}/step-2?step=7`)
  await expectStep(page, 1)
})

test('back and forward of the browser keep step and address together', async ({ page }) => {
  await openFunnel(page, '/step-1?utm_source=a')
  await walkTo(page, 3)
  await page.goBack()
  await expectStep(page, 2)
  await expect(page.getByLabel('Straße')).toHaveValue('Hauptstraße')
  await page.goBack()
  await expectStep(page, 1)
  await page.goForward()
  await expectStep(page, 2)
  await page.getByRole('button', { name: 'Zurück' }).click()
  await expectStep(page, 1)
  await expect(page).toHaveURL(/\?utm_source=a$/)
  await page.getByLabel('Vorname').fill('')
  await page.goForward()
  await expectStep(page, 1)
})

test('a correction from the check page comes back to it', async ({ page }) => {
  await openFunnel(page)
  await walkTo(page, 4)
  await page.getByRole('link', { name: /Ändern.*Angaben zur Person/ }).click()
  await expectStep(page, 1)
  await page.getByLabel('Vorname').fill('Anna')
  await next(page)
  await expectStep(page, 4)
  await expect(page.getByText('Anna')).toBeVisible()
  await expect(orderButton(page)).toBeEnabled()
})

test('cancelling goes home with the campaign and is told', async ({ page, service }) => {
  await openFunnel(page, '/step-1?utm_source=a&x=1')
  const runId = await runIdOf(page)
  await page.getByRole('button', { name: 'Abbrechen' }).click()
  await expect(page).toHaveURL(/\/\?utm_source=a$/)
  await expect
    .poll(() =>
      service.messages.filter(({ meta }) => meta.funnelId === runId).map(({ meta }) => meta.completionStatus),
    )
    .toContain('abandoned')
})

test('a step opens at its headline and goes back to the top', async ({ page, isMobile }) => {
  await openFunnel(page)
  await walkTo(page, 2)
  const title = page.getByRole('heading', { level: 1 })
  await expect
    .poll(async () => Math.round((await title.boundingBox())!.y))
    .toBeLessThanOrEqual(isMobile ? 120 : 110)
  await expect(title).toBeInViewport()
  await page.getByRole('button', { name: 'Zurück' }).click()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
})

test('unknown paths and the pages around the funnel', async ({ page }) => {
  for (const path of ['/nix', '/nix/da', '/a/b/c']) {
    expect((await page.goto(path))?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: '404' })).toBeVisible()
    await expect(page.getByText('Oops! Page not found')).toBeVisible()
  }
  await page.getByRole('link', { name: 'Zur Startseite' }).click()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByText(/unabhängiger Dienst und kostet einmalig/)).toBeVisible()
  for (const path of ['/impressum', '/datenschutz', '/agb', '/widerrufsbelehrung', '/produktinformationen']) {
    expect((await page.goto(path))?.status()).toBe(200)
    await expect(page.getByText('Der Text dieser Seite folgt.')).toBeVisible()
  }
})
