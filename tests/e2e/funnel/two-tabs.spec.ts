import type { Page } from 'playwright/test'
import {
  anySize,
  expect,
  expectStep,
  next,
  openFunnel,
  orderButton,
  refuseMarketing,
  slug,
  test,
  tickAll,
  walkTo,
} from '#tests/e2e/support/journey.ts'

const changed = (page: Page) => page.getByRole('dialog', { name: 'In einem anderen Tab geändert' })
const placedBefore = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'Diesen Auftrag haben Sie schon vorher erteilt' })
const storedDraft = (page: Page) => page.evaluate(() => localStorage.getItem('form-anmeldung')!)

test(
  'ticks belong to the account, an outdated tab asks, and no tab claims to have ordered what it has not',
  anySize,
  async ({ page, context, browser, service }) => {
    await openFunnel(page)
    await walkTo(page, 4)
    await tickAll(page)
    const mandate = page.getByRole('checkbox', { name: /SEPA-Lastschriftmandat/ }).first()
    await expect(mandate).toBeChecked()
    await page.getByRole('link', { name: /Ändern.*Zahlungsweise/ }).click()
    await page.getByRole('textbox', { name: 'IBAN' }).fill('DE12500105170648489890')
    await next(page)
    await expectStep(page, 4)
    await expect(mandate).not.toBeChecked()
    await expect(mandate).toHaveAccessibleDescription(/Die Angaben zum Konto haben sich geändert/)
    await expect(page.getByRole('checkbox', { name: /Ich akzeptiere die AGB/ })).toBeChecked()
    await tickAll(page)

    const second = await context.newPage()
    await openFunnel(second)
    await second.getByLabel('Nachname').fill('Neumann')
    await expect(changed(page).getByRole('button', { name: 'Neuen Stand laden' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(changed(page)).toBeHidden()
    await orderButton(page).click()
    await changed(page).getByRole('button', { name: 'Neuen Stand laden' }).click()
    await expect(page.getByText('Neumann')).toBeVisible()
    await expectStep(page, 4)

    // Another browser with the same run cannot see what the tabs do.
    const draft = await storedDraft(page)
    const elsewhere = await browser.newContext({ baseURL: service.url, locale: 'de-DE' })
    const other = await elsewhere.newPage()
    await refuseMarketing(other)
    await other.addInitScript((text) => localStorage.setItem('form-anmeldung', text), draft)
    await openFunnel(other, '/step-3')

    await second.goto(`${slug}/step-3`)
    await second.getByRole('textbox', { name: 'IBAN' }).fill('DE89370400440532013000')
    await next(second)
    await expectStep(second, 4)
    await tickAll(second)
    await orderButton(second).click()
    await second.waitForURL(/\/testzahlung/)
    await expect(placedBefore(page)).toBeVisible()

    await other.getByLabel('E-Mail-Adresse').fill('andere@example.org')
    await other.getByRole('radio', { name: 'Durch Überweisung' }).check()
    await next(other)
    await expectStep(other, 4)
    await tickAll(other)
    await orderButton(other).click()
    await expect(placedBefore(other)).toBeVisible()
    await expect(other).toHaveURL(/step-4/)
    await elsewhere.close()
  },
)
