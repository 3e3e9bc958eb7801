import type { Page } from 'playwright/test'
import { variantOf } from '#domain/experiments/assign-variant.ts'
import type { ExperimentsReport } from '#domain/reports/experiments/shape.ts'
import { experiment } from '#tools/demo/tried-funnel.ts'
import {
  expect,
  expectStep,
  fillDwelling,
  next,
  openFunnel,
  orderButton,
  runIdOf,
  test as base,
  tickAll,
  walkTo,
} from '#tests/e2e/support/journey.ts'
import { reportsPassword, reportsToken, startDemo } from '#tests/e2e/support/running-service.ts'

/** The service of the demo has an experiment. */
const test = base.extend({
  service: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright derives the dependencies of a fixture from it
    async ({}, use) => {
      const service = await startDemo({ days: 1, runs: 1 })
      await use(service)
      await service.stop()
    },
    { scope: 'worker', timeout: 900_000 },
  ],
})

const hint = experiment.variants[1]!.fields!['email']!.hint!
const usualHint = 'An diese Adresse senden wir'

/** The built pages are those of the product, whose funnels have no experiment. Adds that of the demo to the data. */
async function addExperiment(page: Page): Promise<void> {
  await page.route('**/assets/anmeldung-*.js', async (route) => {
    const response = await route.fetch()
    const place = /type:(.anmeldung.),version:/
    const code = await response.text()
    expect(code).toMatch(place)
    const body = code.replace(place, `type:$1,experiments:${JSON.stringify([experiment])},version:`)
    await route.fulfill({ body, contentType: 'text/javascript' })
  })
}

/** Opens the funnel as a visitor whose run has the variant, by fixing the random end of all ids. Returns the run id. */
async function openVariant(page: Page, variant: string): Promise<string> {
  await page.addInitScript(
    (end) => {
      const fill = crypto.getRandomValues.bind(crypto)
      crypto.getRandomValues = (array) => {
        fill(array)
        if (array instanceof Uint8Array && array.length === 16) array.set([0, 0, 0, end], 12)
        return array
      }
    },
    variant === 'a' ? 0 : 99,
  )
  await openFunnel(page)
  await expect.poll(() => runIdOf(page)).toBeDefined()
  const runId = await runIdOf(page)
  expect(variantOf({ experiments: [experiment] }, runId)?.variant.key).toBe(variant)
  return runId
}

/** Records each hint that the page ever shows for the e-mail address. */
async function recordHints(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen: string[] = []
    Object.assign(window, { seen })
    const record = () => {
      const text = document.querySelector('main')?.textContent ?? ''
      if (text.includes('An diese Adresse senden wir')) seen.push('usual')
      if (text.includes('Nur für die Bestätigung')) seen.push('changed')
    }
    new MutationObserver(record).observe(document.body, {
      childList: true,
      subtree: true,
      characterData: true,
    })
  })
}

const seenHints = (page: Page) =>
  page.evaluate(() => [...new Set((window as unknown as { seen: string[] }).seen)])

// The tests run one after another, because they share a service that is started for them.
test.describe.configure({ mode: 'default' })

test.beforeEach(({ page }) => addExperiment(page))

test('a visitor sees one variant from the first moment on, orders, and the report counts it', async ({
  page,
  service,
}) => {
  const read = async () => {
    const response = await fetch(`${service.url}/api/reports/experiments`, {
      headers: { authorization: `Bearer ${reportsToken}` },
    })
    const report = (await response.json()) as ExperimentsReport
    const { runs, reached, orders, netRevenueCents } = report.experiments[0]!.variants[1]!
    return { runs, reached, orders, netRevenueCents }
  }
  const runId = await openVariant(page, 'b')
  await expect.poll(async () => (await read()).runs).toBeGreaterThan(0)
  const before = await read()
  await walkTo(page, 2)
  await recordHints(page)
  await fillDwelling(page)
  await next(page)
  await expect(page.getByText(hint)).toBeVisible()
  await page.getByLabel('E-Mail-Adresse').fill('lucja@example.org')
  expect(await seenHints(page)).toEqual(['changed'])

  await page.reload()
  await expect(page.getByText(hint)).toBeVisible()
  expect(await runIdOf(page)).toBe(runId)
  expect(await page.evaluate(() => Object.keys(localStorage).toSorted())).toEqual([
    'form-anmeldung',
    'formlotse-consent',
  ])
  await page.getByLabel('Zahlungsrhythmus').selectOption('vierteljaehrlich')
  await page.getByRole('radio', { name: 'Durch Lastschrift' }).check()
  await page.getByRole('textbox', { name: 'IBAN' }).fill('DE89370400440532013000')
  await next(page)
  await expectStep(page, 4)
  await tickAll(page)
  await orderButton(page).click()
  await page.waitForURL(/\/testzahlung\?/)
  await page.getByRole('button').first().click()
  await expect(page.getByRole('heading', { name: 'Zahlung erfolgreich!' })).toBeVisible()
  await expect.poll(read).toEqual({
    runs: before.runs,
    reached: before.reached + 1,
    orders: before.orders + 1,
    netRevenueCents: before.netRevenueCents + 4999,
  })

  await page.request.post('/api/login', { data: { password: reportsPassword } })
  await page.unrouteAll()
  await page.evaluate(() => (location.href = '/berichte/versuche'))
  await expect(page.getByRole('heading', { name: experiment.hypothesis })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Bisher (a)' }).first()).toBeVisible()
})

test('other visitors see the funnel as it is', async ({ page }) => {
  await openVariant(page, 'a')
  await walkTo(page, 2)
  await recordHints(page)
  await fillDwelling(page)
  await next(page)
  await expect(page.getByText(usualHint)).toBeVisible()
  expect(await seenHints(page)).toEqual(['usual'])
})
