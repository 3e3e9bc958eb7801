import { type Branch, branches } from '#tests/e2e/support/branches.ts'
import { expectAccessible } from '#tests/e2e/support/expect-accessible.ts'
import { expect, orderButton, orderMessageOf, test, tickAll } from '#tests/e2e/support/journey.ts'
import { startService } from '#tests/e2e/support/running-service.ts'
import { seedDraft } from '#tests/e2e/support/seed-draft.ts'

const found = branches.find(({ name }) => name === 'anmeldung: bank transfer') as Branch
const { serviceLevel: _, ...form } = found.form
const branch: Branch = { ...found, form }

const VIP_TEXT = 'Ihr Brief geht am selben Werktag zur Post.'

test('VIP can be chosen if configured, and the total above the order button changes', async ({ page }) => {
  const service = await startService({ VIP: 'on', VIP_TEXT })
  try {
    await seedDraft(page, branch)
    await page.goto(`${service.url}/${branch.funnel.slug}/step-4`)
    const total = page.getByRole('region', { name: 'Ihr Auftrag' }).locator('strong')
    await expect(total).toHaveText(/^49,99\s€$/)
    await expect(page.getByText(VIP_TEXT)).toBeVisible()
    await page.getByRole('radio', { name: /^VIP 79,99/ }).check()
    await expect(total).toHaveText(/^79,99\s€$/)
    await expect(page.getByRole('complementary', { name: 'Ihr Auftrag im Überblick' })).toContainText(
      /79,99\s€/,
    )
    await expectAccessible(page)
  } finally {
    await service.stop()
  }
})

test('a draft with VIP gets the default price with a notice if VIP is no longer offered', async ({
  page,
  service,
}) => {
  const runId = await seedDraft(page, { ...branch, form: { ...form, serviceLevel: 'vip' } })
  await page.goto(`/${branch.funnel.slug}/step-4`)
  await expect(page.getByText(/Die Servicestufe VIP bieten wir zurzeit nicht an\..*49,99\s€/)).toBeVisible()
  await expect(page.getByText(/79,99/)).toHaveCount(0)
  await expect(page.getByRole('complementary', { name: 'Ihr Auftrag im Überblick' })).toContainText(
    /49,99\s€/,
  )
  await tickAll(page)
  await orderButton(page).click()
  await page.waitForURL(/\/testzahlung/)
  await expect(page.getByText(/49,99\s€/)).toBeVisible()
  const ordered = () => orderMessageOf(service, runId)?.product
  await expect.poll(ordered).toMatchObject({ price: 49.99, serviceLevel: 'premium' })
})
