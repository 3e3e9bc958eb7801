import { randomUUID } from 'node:crypto'
import { expectAccessible } from '#tests/e2e/support/expect-accessible.ts'
import { anySize } from '#tests/e2e/support/journey.ts'
import { placeOrder } from '#tests/e2e/support/placed-order.ts'
import { expect, expectNoOverflow, logIn, reloadUntilShown, test } from './desk-test.ts'

/** A new address, because other tests of the worker may have used up today's confirmations of the usual one. */
const newAddress = () => ({ email: `${randomUUID()}@example.org` })

test(
  'a refused e-mail is sent to a corrected address, another one is closed',
  anySize,
  async ({ page, mailServer }) => {
    mailServer.state.permanent = true
    const corrected = await placeOrder(page.request, newAddress())
    const closed = await placeOrder(page.request, newAddress())
    await logIn(page)
    const item = ({ number }: typeof corrected) => page.getByRole('listitem').filter({ hasText: number })
    await reloadUntilShown(page, item(corrected), item(closed))
    mailServer.state.permanent = false
    await expect(item(corrected)).toContainText('E-Mail')
    await expect(item(corrected)).toContainText('Auftragsbestätigung')
    await expect(item(corrected)).toContainText('vom Mailserver abgelehnt')
    await expectAccessible(page)
    await expectNoOverflow(page)
    const project = test.info().project.name
    await page.screenshot({ path: `test-results/desk-messages-${project}.png`, fullPage: true })

    await item(closed)
      .getByRole('button', { name: /^Schließen/ })
      .click()
    const dialog = page.getByRole('dialog', { name: 'Nachricht schließen?' })
    await expect(dialog).toContainText(closed.number)
    await dialog.getByRole('button', { name: 'Ja, schließen' }).click()
    await expect(page.locator('output:focus')).toHaveText('Die Nachricht ist geschlossen.')
    await expect(item(closed)).toBeHidden()

    await item(corrected).getByRole('link').click()
    await page.getByRole('button', { name: 'E-Mail erneut senden' }).click()
    const form = page.getByRole('form', { name: 'E-Mail erneut senden' })
    await expect(form.getByLabel('E-Mail', { exact: false }).first()).toContainText(
      'Auftragsbestätigung, nicht zustellbar',
    )
    await form.getByLabel('Berichtigte Adresse').fill('richtig@example.org')
    await expectAccessible(page)
    await page.screenshot({ path: `test-results/desk-resend-${project}.png`, fullPage: true })
    await form.getByRole('button', { name: 'E-Mail erneut senden' }).click()
    await expect(page.locator('output:focus')).toHaveText('E-Mail erneut senden: erledigt.')
    await expect
      .poll(() => mailServer.mails.filter(({ to }) => to.includes('richtig@example.org')).length)
      .toBe(1)
  },
)
