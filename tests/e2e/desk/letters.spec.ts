import type { Page } from 'playwright/test'
import { berlinDay } from '#domain/time/berlin-time.ts'
import { expectAccessible } from '#tests/e2e/support/expect-accessible.ts'
import { bothSizes, anySize } from '#tests/e2e/support/journey.ts'
import { placeOrder } from '#tests/e2e/support/placed-order.ts'
import { expect, expectNoOverflow, logIn, pay, test, waitForLetters } from './desk-test.ts'

async function screenshot(page: Page, name: string) {
  const project = test.info().project.name
  await page.screenshot({ path: `test-results/desk-${name}-${project}.png`, fullPage: true })
}

test(
  'several letters are printed and reported as posted, and a refusal names the order',
  bothSizes,
  async ({ page }) => {
    const orders = [await placeOrder(page.request), await placeOrder(page.request)]
    for (const order of orders) await pay(page, order)
    await logIn(page)
    await waitForLetters(page, orders)
    await page.reload()
    const due = page.getByRole('region', { name: 'Heute fällig' })
    for (const { number } of orders)
      await due.getByRole('checkbox', { name: `Brief ${number} wählen` }).check()
    await expectAccessible(page)
    await expectNoOverflow(page)
    await screenshot(page, 'letters')

    // Another operator reports one of them as failed while the list is open.
    const [lost, kept] = orders
    const failed = { command: 'failed', reason: 'other' }
    const response = await page.request.post(`/api/desk/orders/${lost!.id}/commands`, { data: failed })
    expect(response.status()).toBe(200)
    await page.getByRole('button', { name: '2 Briefe drucken' }).click()
    const outcome = page.locator('output:focus')
    await expect(outcome).toHaveText(`Der Brief liegt nicht zum Versand bereit. Betroffen: ${lost!.number}.`)

    await page.getByRole('button', { name: 'Als versendet melden' }).click()
    const dialog = page.getByRole('dialog', { name: '2 Briefe als versendet melden?' })
    await expect(dialog.getByLabel('Tag des Einwurfs')).toHaveValue(berlinDay(Date.now()))
    await expectAccessible(page)
    await screenshot(page, 'sent-dialog')
    await dialog.getByRole('button', { name: 'Als versendet melden' }).click()
    await expect(outcome).toContainText('1 Brief als versendet gemeldet.')
    await expect(outcome).toContainText(`${lost!.number}: Der Brief ist bereits als gescheitert gemeldet.`)
    await expect(due.getByRole('link', { name: kept!.number })).toBeHidden()
    await screenshot(page, 'refused')
  },
)

test('an ended session shows the login, and nothing of before', anySize, async ({ page, context }) => {
  const order = await placeOrder(page.request)
  await pay(page, order)
  await logIn(page, `/${order.id}`)
  await expect(page.getByRole('heading', { name: `Auftrag ${order.number}` })).toBeVisible()
  // The page lists the documents that exist when it reads the order; they are typeset after the payment.
  await waitForLetters(page, [order])
  await page.reload()
  await expect(page.getByRole('button', { name: /^Antrag/ })).toBeVisible()
  await context.clearCookies()
  await page.getByRole('button', { name: /^Antrag/ }).click()
  await expect(page.getByRole('alert')).toContainText('Ihre Sitzung ist abgelaufen.')
  await expect(page.getByText(order.number)).toBeHidden()
  await expectAccessible(page)
  await screenshot(page, 'expired')

  // The order is requested anew, so that the audit has an entry for the next operator.
  await page.getByLabel('Ihr Name').fill('Bela Novák')
  const viewed = page.waitForResponse(`**/api/desk/orders/${order.id}`)
  await logIn(page, `/${order.id}`)
  expect((await viewed).status()).toBe(200)
})

test('a list that cannot be read again says that it may be outdated', anySize, async ({ page, context }) => {
  await logIn(page)
  await expect(page.getByRole('heading', { name: 'Zu tun' })).toBeVisible()
  await page.getByRole('link', { name: 'Suche' }).click()
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Zu tun' }).click()
  await expect(page.getByRole('alert')).toContainText('er kann veraltet sein')
  await expectAccessible(page)
  await screenshot(page, 'stale')
})
