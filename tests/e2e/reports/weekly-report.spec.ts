import { createRecipients } from '#service/weekly-report/recipients.ts'
import { expectAccessible } from '#tests/e2e/support/expect-accessible.ts'
import { expect, test as base } from '#tests/e2e/support/journey.ts'
import { startService } from '#tests/e2e/support/running-service.ts'
import type { RunningService } from '#tests/e2e/support/running-service.ts'

const piiKey = Buffer.alloc(32, 5)
const address = 'ada@example.org'

const test = base.extend<object, { service: RunningService }>({
  service: [
    // Playwright requires the first argument to be destructured.
    // oxlint-disable-next-line no-empty-pattern -- Playwright derives the dependencies of a fixture from it
    async ({}, use) => {
      const service = await startService({
        PII_KEY: piiKey.toString('base64'),
        WEEKLY_REPORT_TO: address,
      })
      await use(service)
      await service.stop()
    },
    { scope: 'worker' },
  ],
})

test('a recipient unsubscribes from the weekly report and subscribes again', async ({ page, service }) => {
  const [recipient] = createRecipients({ addresses: [address], piiKey, publicUrl: service.url }).all
  const heading = page.getByRole('heading', { level: 1 })
  await page.goto(recipient!.url)
  await expect(heading).toHaveText('Wochenbericht abbestellen')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Wochenbericht abbestellen' }).click()
  await expect(heading).toHaveText('Wochenbericht abbestellt')
  await expectAccessible(page)
  // The link of the e-mail now shows that it is done.
  await page.goto(recipient!.url)
  await expect(heading).toHaveText('Wochenbericht abbestellt')
  await page.getByRole('button', { name: 'Wochenbericht wieder bestellen' }).click()
  await expect(heading).toHaveText('Wochenbericht bestellt')
  await expectAccessible(page)
  await page.goto(recipient!.url)
  await expect(heading).toHaveText('Wochenbericht abbestellen')
  await page.goto(recipient!.url.slice(0, -1))
  await expect(heading).toHaveText('Dieser Link gilt nicht')
  await expectAccessible(page)
})
