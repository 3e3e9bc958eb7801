import type { Browser, Page } from 'playwright/test'
import type { OrderResponse } from '#domain/orders/order-contract.ts'
import { orderButton, tickAll, walkTo } from '#tests/e2e/support/journey.ts'
import { textPart } from '#tests/service/mail/read-mime.ts'
import type { RunningService } from '#tests/e2e/support/running-service.ts'
import { type MailServer, expect, giveCommand, logIn, reloadUntilShown, test } from './desk-test.ts'

const customer = 'lucja@example.org'

const textsTo = (mailServer: MailServer) =>
  mailServer.mails
    .filter(({ to }) => to.includes(customer))
    .map(({ source }) => textPart(source, 'text/plain'))

/** Waits for the e-mail to the customer that contains all of these texts. Returns its text. */
async function emailWith(mailServer: MailServer, ...texts: string[]): Promise<string> {
  const find = () => textsTo(mailServer).find((email) => texts.every((text) => email.includes(text)))
  await expect.poll(find).toBeDefined()
  return find()!
}

/** Opens the status page by the link in an e-mail, with the customer's postal code. */
async function openStatus(page: Page, email: string): Promise<void> {
  const [path] = /\/auftrag#\S+/.exec(email) ?? []
  await page.goto('/')
  await page.goto(path!)
  await page.getByLabel('Postleitzahl oder Geburtsdatum').fill('10115')
  await page.getByRole('button', { name: 'Angaben und Dokumente öffnen' }).click()
  await expect(page.getByText('Müller-Lüdenscheidt').first()).toBeVisible()
}

/** Runs `work` on the operators' page of an order, in a separate browser context. */
async function atDesk(
  { browser, service }: { browser: Browser; service: RunningService },
  orderId: string,
  work: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ baseURL: service.url })
  const page = await context.newPage()
  await logIn(page, `/${orderId}`)
  await work(page)
  await context.close()
}

/** Reports the letter as posted, once it is handed over. */
async function postLetter(page: Page): Promise<void> {
  await reloadUntilShown(page, page.getByRole('button', { name: 'Als versendet melden' }))
  await giveCommand(page, 'Als versendet melden')
  await expect(page.getByText('versendet', { exact: true })).toBeVisible()
}

test('an order is placed, paid later, posted and confirmed; a withdrawal after that is declined', async ({
  page,
  browser,
  service,
  mailServer,
}) => {
  await page.goto('/rundfunkbeitrag-anmelden')
  await walkTo(page, 4)
  await tickAll(page)
  await orderButton(page).click()
  await page.waitForURL(/\/testzahlung\?/)
  const orderId = new URL(page.url()).searchParams.get('order')!

  // The customer leaves the payment page, and pays later by the link in the confirmation.
  await page.goto('/')
  const { number } = (await (await page.request.get(`/api/orders/${orderId}`)).json()) as OrderResponse
  await openStatus(page, await emailWith(mailServer, number, '/auftrag#'))
  await page.getByRole('button', { name: 'Jetzt bezahlen' }).click()
  await page.waitForURL(/\/testzahlung\?/)
  await page.getByRole('button').first().click()
  await expect(page.getByRole('heading', { name: 'Zahlung erfolgreich!' })).toBeVisible()

  await atDesk({ browser, service }, orderId, postLetter)
  const sent = await emailWith(mailServer, number, 'Abgesendet am')

  await openStatus(page, sent)
  await expect(page.getByRole('heading', { name: 'Ihr Brief ist verschickt' })).toBeVisible()
  await page.getByRole('button', { name: 'Vertrag widerrufen' }).click()
  await page.getByRole('button', { name: 'Widerruf bestätigen' }).click()
  await expect(page.getByRole('heading', { name: 'Wir prüfen Ihren Widerruf' })).toBeVisible()
  await emailWith(mailServer, number, 'Wir prüfen Ihren Widerruf')

  await atDesk({ browser, service }, orderId, async (desk) => {
    await giveCommand(desk, 'Widerruf ablehnen')
    await expect(desk.getByText('Widerruf ablehnen: Die Leistung war vor dem Widerruf')).toBeVisible()
  })
  await emailWith(mailServer, number, 'Leider können wir ihn nicht annehmen')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Ihr Brief ist verschickt' })).toBeVisible()
})
