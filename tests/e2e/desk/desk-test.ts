import type { Locator, Page } from 'playwright/test'
import type { CheckoutResponse } from '#domain/orders/order-contract.ts'
import { expect, test as base } from '#tests/e2e/support/journey.ts'
import type { PlacedOrder } from '#tests/e2e/support/placed-order.ts'
import { startSmtpReceiver } from '#tests/service/mail/smtp-receiver.ts'
import { type RunningService, ordersPassword, startService } from '#tests/e2e/support/running-service.ts'

export { expect }

const mailSettings = { SUPPORT_EMAIL: 'support@example.org', MAIL_FROM: 'Formlotse <post@example.org>' }

export type MailServer = Awaited<ReturnType<typeof startSmtpReceiver>>

/** Playwright test with a mail server, and a service that hands letters over one second after the payment. */
export const test = base.extend<object, { service: RunningService; mailServer: MailServer }>({
  mailServer: [
    // Playwright requires the first argument to be destructured.
    // oxlint-disable-next-line no-empty-pattern -- Playwright derives the dependencies of a fixture from it
    async ({}, use) => {
      const mailServer = await startSmtpReceiver()
      await use(mailServer)
      await mailServer.stop()
    },
    { scope: 'worker' },
  ],
  service: [
    async ({ mailServer }, use) => {
      const service = await startService({ SUBMIT_AFTER: '1s', SMTP_URL: mailServer.url, ...mailSettings })
      await use(service)
      await service.stop()
    },
    { scope: 'worker' },
  ],
})

export async function logIn(page: Page, path = '') {
  await page.goto(`/auftraege${path}`)
  await page.getByLabel('Ihr Name').fill('Anna Köhler')
  await page.getByLabel('Passwort').fill(ordersPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Abmelden' })).toBeVisible()
}

/** Reloads the page of an order or of the queue until it shows the elements. They appear together with its heading. */
export async function reloadUntilShown(page: Page, ...elements: Locator[]) {
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    for (const element of elements) expect(await element.isVisible()).toBe(true)
  }).toPass()
}

/** Opens the form of a command on the page of an order, and submits it with its first choice. */
export async function giveCommand(page: Page, command: string) {
  await page.getByRole('button', { name: command }).click()
  const form = page.getByRole('form', { name: command })
  await form.getByRole('button', { name: command }).click()
  await expect(page.getByText(`${command}: erledigt.`)).toBeVisible()
}

/** Pays an order on the test payment page. */
export async function pay(page: Page, { id, secret }: PlacedOrder) {
  const response = await page.request.post(`/api/orders/${id}/checkout`, {
    headers: { 'x-run-secret': secret },
  })
  const { redirectUrl } = (await response.json()) as CheckoutResponse
  await page.goto(redirectUrl)
  await page.getByRole('button').first().click()
  await expect(page).toHaveURL(/success/)
}

/** Waits until the letters of some orders are ready for print. */
export async function waitForLetters(page: Page, orders: readonly PlacedOrder[]) {
  const ids = orders.map(({ id }) => id).join(',')
  await expect
    .poll(async () => (await page.request.get(`/api/desk/letters?orders=${ids}`)).status())
    .toBe(200)
}

export async function expectNoOverflow(page: Page) {
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0)
}
