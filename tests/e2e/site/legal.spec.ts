import { type Page, test } from 'playwright/test'
import { legalPages } from '#web/features/site/content/legal-pages.ts'
import { expectAccessible } from '#tests/e2e/support/expect-accessible.ts'
import { bothSizes, expect, refuseMarketing } from '#tests/e2e/support/journey.ts'
import { type RunningService, startService } from '#tests/e2e/support/running-service.ts'

const company = {
  PROVIDER_NAME: 'Lotsendienst Beispiel UG (haftungsbeschränkt)',
  PROVIDER_STREET: 'Hafenstraße 1',
  PROVIDER_CITY: '20457 Hamburg',
  PROVIDER_EMAIL: 'post@lotsendienst.example',
}

let service: RunningService

// The tests run one after another, because they share a service that is started for them.
test.describe.configure({ mode: 'default' })

test.beforeAll(async () => {
  service = await startService({ ...company, RETENTION_UNPAID: '14d', RETENTION_INVOICES: '8y' })
})
test.afterAll(() => service.stop())

async function open(page: Page, path: string) {
  await refuseMarketing(page)
  await page.goto(service.url + path)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toBeVisible()
  return main
}

for (const { path, title } of legalPages) {
  test(`${path} is accessible, is linked in the footer and has no broken fragment links`, async ({
    page,
  }) => {
    const main = await open(page, path)
    await expect(page).toHaveTitle(/– Formlotse$/)
    await expect(page.getByRole('contentinfo').getByRole('link', { name: title })).toHaveAttribute(
      'href',
      path,
    )
    // The EU platform for online dispute resolution was closed in July 2025, so no page may link to it.
    await expect(main.locator('a[href*="ec.europa.eu"]')).toHaveCount(0)
    for (const anchor of await main.locator('a[href^="#"]').all()) {
      const target = await anchor.getAttribute('href')
      await expect(page.locator(target!)).toHaveCount(1)
    }
    const { scrollWidth, clientWidth } = await page.evaluate(() => ({
      scrollWidth: document.documentElement.scrollWidth,
      clientWidth: document.documentElement.clientWidth,
    }))
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
    await expectAccessible(page)
  })
}

test(
  'the imprint shows the configured provider on its first screen and marks missing data',
  bothSizes,
  async ({ page, isMobile }) => {
    const main = await open(page, '/impressum')
    for (const value of Object.values(company)) await expect(main.getByText(value).first()).toBeInViewport()
    // The contents are folded on a phone, and stay beside the text on a desktop.
    const contents = main.getByRole('navigation', { name: 'Inhalt dieser Seite' })
    if (isMobile) await contents.getByText('Inhalt dieser Seite').click()
    await contents.getByRole('link', { name: 'Urheberrecht' }).click()
    await expect(main.getByRole('heading', { name: 'Urheberrecht' })).toBeInViewport({ ratio: 1 })
    if (!isMobile) await expect(contents.getByRole('link', { name: 'Anbieter' })).toBeInViewport({ ratio: 1 })
    for (const value of Object.values(company)) await expect(main.getByText(value).first()).toBeVisible()
    await expect(
      page.getByRole('contentinfo').getByRole('link', { name: company.PROVIDER_EMAIL }),
    ).toHaveAttribute('href', `mailto:${company.PROVIDER_EMAIL}`)
    await expect(main.getByText('[Registergericht und HRB-Nummer]')).toBeVisible()
    await expect(main.getByText(/^\[.+\]$/)).toHaveCount(3)
  },
)

test('the pages contain the information required by consumer law', async ({ page }) => {
  const product = await open(page, '/produktinformationen')
  await expect(product.getByText('GEZ-2025-001')).toBeVisible()
  await expect(product.getByText(/49,99\s€/).first()).toBeVisible()
  const withdrawal = await open(page, '/widerrufsbelehrung')
  await expect(withdrawal.getByRole('heading', { name: 'Muster-Widerrufsformular' })).toBeVisible()
  await expect(withdrawal.getByText('binnen vierzehn Tagen ohne Angabe von Gründen')).toBeVisible()
  const terms = await open(page, '/agb')
  await expect(terms.getByText('§ 36 VSBG')).toBeVisible()
  await expect(terms.getByText(/verjähren zwölf Monate nach/)).toBeVisible()
})

test('the privacy page shows the configured periods, both as served and after hydration', async ({
  page,
}) => {
  const faults: string[] = []
  page.on('console', (message) => void (message.type() === 'error' && faults.push(message.text())))
  page.on('pageerror', (error) => void faults.push(error.message))
  const sent = await (await page.request.get(`${service.url}/datenschutz`)).text()
  const main = await open(page, '/datenschutz')
  for (const period of [
    '30 Tage nach der letzten Eingabe',
    '24 Stunden nach der Übertragung',
    '14 Tage nach der Bestellung',
    '90 Tage nach der Absendung',
    '8 Jahre nach Ende des Jahres der Zahlung',
  ]) {
    expect(sent).toContain(`>${period}</span>`)
    await expect(main.getByText(period)).toBeVisible()
  }
  expect(faults).toEqual([])
})
