import { Webhook } from 'standardwebhooks'
import { readPlatformFile } from '#tests/domain/conversions/read-platform-file.ts'
import { expectAccessible } from '#tests/e2e/support/expect-accessible.ts'
import {
  expect,
  openFunnel,
  orderButton,
  orderMessageOf,
  runIdOf,
  test as base,
  tickAll,
  walkTo,
} from '#tests/e2e/support/journey.ts'
import { type RunningService, reportsToken, startService } from '#tests/e2e/support/running-service.ts'

const paymentSecret = `whsec_${Buffer.alloc(32, 9).toString('base64')}`

/** Playwright test with a service from which both ad platforms can fetch files. */
const test = base.extend<object, { service: RunningService }>({
  service: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright requires the first argument to be destructured
    async ({}, use) => {
      const service = await startService({
        CONVERSION_FILES: 'google,microsoft',
        CONVERSION_FILES_SECRET: 'k'.repeat(40),
        PAYMENT_WEBHOOK_SECRET: paymentSecret,
      })
      await use(service)
      await service.stop()
    },
    { scope: 'worker' },
  ],
})

// The tests run one after another, because they share a service that is started for them.
test.describe.configure({ mode: 'default' })

test.use({ showConsentDialog: true })

test('a visitor who consented before the platforms were named is asked again, and the paid order is reported', async ({
  page,
  service,
}) => {
  await page.addInitScript(() => {
    const kept = JSON.stringify({ version: 2, choice: 'marketing', at: '2026-11-01T00:00:00.000Z' })
    if (!localStorage.getItem('formlotse-consent')) localStorage.setItem('formlotse-consent', kept)
  })
  await openFunnel(page, '/step-1?utm_source=google&utm_medium=cpc&gclid=Klick-1')
  const dialog = page.getByRole('dialog', { name: 'Messung erlauben?' })
  await expect(dialog).toContainText(
    'Google und Microsoft erfahren von bezahlten Aufträgen über eigene Anzeigen Klick-Kennung, Zeit, Wert und Nummer.',
  )
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Alle akzeptieren' }).click()
  await page.reload()
  await walkTo(page, 4)
  await expect(dialog).toBeHidden()
  const runId = await runIdOf(page)
  await tickAll(page)
  await orderButton(page).click()
  await expect.poll(() => orderMessageOf(service, runId)).toBeDefined()
  const { orderId, orderNumber } = orderMessageOf(service, runId)!.generated as Record<string, string>

  const file = async () => {
    const response = await fetch(`${service.url}/api/conversion-files/google-conversions.csv`, {
      headers: { authorization: `Bearer ${reportsToken}` },
    })
    return readPlatformFile('google-conversions.csv', await response.text(), Date.now()).conversions
  }
  expect(await file()).toEqual([])
  await pay(service, orderId!)
  await expect.poll(file).toMatchObject([{ clickId: 'Klick-1', cents: 4999, orderNumber }])
})

test('the privacy page says what the platforms learn', async ({ page }) => {
  await page.goto('/datenschutz#werbung')
  const section = page.locator('#werbung')
  await expect(section).toContainText(
    'Google Ireland Limited (Dublin) oder Microsoft Ireland Operations Limited (Dublin).',
  )
  await expect(section).toContainText('Name, Anschrift und E-Mail-Adresse erhält sie nicht.')
})

async function pay({ url }: RunningService, orderId: string): Promise<void> {
  const body = JSON.stringify({ orderId, paymentId: 'pay-1', amountCents: 4999, status: 'paid' })
  const [id, now] = ['message-1', new Date()]
  const response = await fetch(`${url}/api/payments/webhook`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Webhook(paymentSecret).sign(id, now, body),
    },
    body,
  })
  expect(response.ok, await response.text()).toBe(true)
}
