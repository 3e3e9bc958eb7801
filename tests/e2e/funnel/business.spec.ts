import { expectAccessible } from '#tests/e2e/support/expect-accessible.ts'
import {
  expect,
  openFunnel,
  orderButton,
  orderMessageOf,
  runIdOf,
  test,
  tickAll,
  walkTo,
} from '#tests/e2e/support/journey.ts'

test('a business order needs no consent to the right of withdrawal, and is billed to the company', async ({
  page,
  service,
}) => {
  await openFunnel(page)
  const runId = await runIdOf(page)
  await walkTo(page, 4)
  const withdrawal = page.getByRole('checkbox', { name: /Widerrufsbelehrung/ })
  const earlyStart = page.getByRole('checkbox', { name: /vor Ablauf der Widerrufsfrist/ })
  const company = page.getByLabel('Firma (freiwillig)')
  const terms = page.getByRole('region', { name: 'Ihr Auftrag' })
  await expect(company).toBeHidden()
  await expect(withdrawal).toBeVisible()

  await page.getByText('Für ein Unternehmen bestellen').click()
  await company.fill('Bäckerei Łukasz & Söhne GmbH')
  await page.getByRole('checkbox', { name: 'Ich bestelle als Unternehmer, § 14 BGB' }).check()
  await expect(withdrawal).toHaveCount(0)
  await expect(earlyStart).toHaveCount(0)
  await expect(page.getByRole('checkbox', { name: /kein Widerrufsrecht besteht/ })).toBeVisible()
  await expect(terms).toContainText('Es besteht kein Widerrufsrecht')
  await expectAccessible(page)

  await tickAll(page)
  await orderButton(page).click()
  await page.waitForURL(/\/testzahlung/)
  expect(new URL(page.url()).searchParams.get('billing_company')).toBe('Bäckerei Łukasz & Söhne GmbH')

  const complete = () => orderMessageOf(service, runId)
  await expect.poll(complete).toBeDefined()
  expect(complete()).toMatchObject({
    personalData: { firma: 'Bäckerei Łukasz & Söhne GmbH' },
    funnelData: { unternehmer: true },
  })
  expect(Object.keys(complete()!.legal)).not.toContain('widerrufsrecht')
})

test('a company survives a reload, and its error opens the block', async ({ page }) => {
  await openFunnel(page)
  await walkTo(page, 4)
  await page.getByText('Für ein Unternehmen bestellen').click()
  const company = page.getByLabel('Firma (freiwillig)')
  await company.fill('A'.repeat(101))
  await page.reload()
  await expect(company).toHaveValue('A'.repeat(101))

  await page.getByText('Für ein Unternehmen bestellen').click()
  await expect(company).toBeHidden()
  await tickAll(page)
  await orderButton(page).click()
  await expect(company).toBeVisible()
  await expect(company).toBeFocused()
  await expect(company).toHaveAccessibleDescription(/Firma darf höchstens 100 Zeichen haben/)
})
