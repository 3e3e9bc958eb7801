import { test } from 'playwright/test'
import { type Branch, branches } from './branches.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expect } from './journey.ts'
import { startService } from './running-service.ts'
import { seedDraft } from './seed-draft.ts'

const found = branches.find(({ name }) => name === 'anmeldung: bank transfer') as Branch
const { serviceLevel: _, ...form } = found.form
const branch: Branch = { ...found, form }

test('where VIP is configured it can be chosen, and the total above the button follows', async ({ page }) => {
  const service = await startService({ VIP: 'on' })
  try {
    await seedDraft(page, branch)
    await page.goto(`${service.url}/${branch.funnel.slug}/step-4`)
    const total = page.getByRole('region', { name: 'Ihr Auftrag' }).locator('strong')
    await expect(total).toHaveText(/^49,99\s€$/)
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
