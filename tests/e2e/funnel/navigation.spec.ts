import { type Branch, branches } from '#tests/e2e/support/branches.ts'
import { expectAccessible } from '#tests/e2e/support/expect-accessible.ts'
import { locate, proof } from '#tests/e2e/support/fill-form.ts'
import {
  expect,
  expectStep,
  next,
  openFunnel,
  orderButton,
  runIdOf,
  slug,
  test,
  walkTo,
  bothSizes,
} from '#tests/e2e/support/journey.ts'
import { seedDraft } from '#tests/e2e/support/seed-draft.ts'

test("the browser's back and forward buttons keep step and URL in sync", async ({ page }) => {
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

test('a correction from the summary returns to it', async ({ page }) => {
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

test('a correction that makes other fields necessary leads there, and then back to the summary', async ({
  page,
}) => {
  const branch = branches.find(
    ({ name }) => name === 'abmeldung: an entrepreneur, sonstige without a file',
  ) as Branch
  await seedDraft(page, branch)
  await page.goto(`/${branch.funnel.slug}/step-4`)
  await page.getByRole('link', { name: /^Ändern\s+Abmeldegrund$/ }).click()
  await expect(page).toHaveURL(/step-2$/)
  await locate(page, 'abmeldegrund').selectOption('mehrere-wohnungen')
  await next(page)
  await expect(page).toHaveURL(/step-3$/)
  await expect(page.getByRole('heading', { name: 'Abmeldung einer weiteren Wohnung' })).toBeVisible()
  await locate(page, 'mehrereWohnungenDokumente').setInputFiles(proof)
  const other = page.getByRole('group', { name: /Wohnung, die Sie abmelden/ })
  await other.getByLabel('Straße').fill('Lange Gasse')
  await other.getByLabel('Hausnummer').fill('3')
  await other.getByLabel('PLZ').fill('80331')
  await other.getByLabel('Ort').fill('München')
  await next(page)
  await expect(page).toHaveURL(/step-4$/)
  await expect(page.getByText('Abmeldung vom Rundfunkbeitrag für eine weitere Wohnung')).toBeVisible()
})

test('a visitor who returns to the first step gets a link to the last opened one', async ({ page }) => {
  await openFunnel(page)
  await walkTo(page, 3)
  await page.goto('/rundfunkbeitrag-anmelden?utm_source=a')
  await expectStep(page, 1)
  const notice = page.getByText(
    /Willkommen zurück! Ihr Entwurf vom \d\d\.\d\d\.\d\d, \d\d:\d\d Uhr ist noch da\./,
  )
  await expect(notice).toBeVisible()
  // Waits until the page has scrolled to the start of the step. The header must then not cover the notice.
  await page.waitForTimeout(600)
  expect((await notice.boundingBox())!.y).toBeGreaterThan(64)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Weiter bei Schritt 3' }).click()
  await expectStep(page, 3)
  await expect(page).toHaveURL(/\?utm_source=a$/)
  await expect(page.getByText('Willkommen zurück!')).toHaveCount(0)
})

test('cancelling opens the home page with the campaign and is tracked', async ({ page, service }) => {
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

test(
  'a step scrolls to its headline, and going back scrolls to the top',
  bothSizes,
  async ({ page, isMobile }) => {
    await openFunnel(page)
    await walkTo(page, 2)
    const title = page.getByRole('heading', { level: 1 })
    await expect
      .poll(async () => Math.round((await title.boundingBox())!.y))
      .toBeLessThanOrEqual(isMobile ? 120 : 110)
    await expect(title).toBeInViewport()
    await page.getByRole('button', { name: 'Zurück' }).click()
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  },
)

test('unknown paths show the 404 page, and the legal pages load', async ({ page }) => {
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
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText('Unexpected Application Error!')).toBeHidden()
  }
})

test('a page that is left before its run has started reports the start', async ({ context, service }) => {
  const page = await context.newPage()
  // Delays the tasks in which the run starts after the hydration.
  await page.addInitScript(() => {
    const set = window.setTimeout.bind(window)
    const delayed = (run: () => void, delay = 0) =>
      set(run, delay === 0 && document.querySelector('#root:not([hidden])') ? 60_000 : delay)
    window.setTimeout = delayed as typeof window.setTimeout
  })
  await page.goto(`${service.url}${slug}/step-1`)
  await page.locator('#preview').waitFor({ state: 'detached' })
  const runId = await runIdOf(page)
  const starts = () =>
    service.messages.filter(({ meta }) => meta.event === 'start' && meta.funnelId === runId).length
  await page.waitForTimeout(1000)
  expect(starts()).toBe(0)
  await page.goto('about:blank')
  await expect.poll(starts).toBe(1)
})
