import { createHash, randomUUID } from 'node:crypto'
import { test } from 'playwright/test'
import type { IngestResponse } from '#domain/events/wire-events.ts'
import { envelope, iso, wireEvent } from '#tests/build-events.ts'
import { currentForm } from '#tests/faults/support/current-form.ts'
import { expectAccessible } from '#tests/e2e/support/expect-accessible.ts'
import { expect, refuseMarketing } from '#tests/e2e/support/journey.ts'
import { type RunningService, startService } from '#tests/e2e/support/running-service.ts'

let service: RunningService

// The tests run one after another, because they share a service that is started for them.
test.describe.configure({ mode: 'default' })

test.beforeAll(async () => {
  service = await startService({ RETENTION_UNPAID: '1m' })
})
test.afterAll(() => service.stop())

/** Places an order whose events are dated two minutes ago. Returns its id. */
async function placeOrder(): Promise<string> {
  const [now, runId] = [Date.now(), randomUUID()]
  const occurredAt = iso(now - 120_000)
  const secretHash = createHash('sha256').update('secret').digest('hex')
  const events = [
    wireEvent('start', { runId, occurredAt, data: { secretHash, entry: '/' } }),
    wireEvent('complete', { runId, occurredAt, form: currentForm(now) }),
  ]
  const response = await fetch(`${service.url}/api/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(envelope(events, { sentAt: iso(now), final: true })),
  })
  const { results } = (await response.json()) as IngestResponse
  const placed = results[1]
  if (placed?.status !== 'stored' || !placed.order) throw new Error(JSON.stringify(results))
  return placed.order.id
}

test('an expired order is shown as such, without a link to the payment', async ({ page }) => {
  const order = await placeOrder()
  await refuseMarketing(page)
  await page.goto(`${service.url}/success?order=${order}`)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Auftrag abgelaufen')
  await expect(main.getByText('Es ist nichts mehr zu bezahlen.')).toBeVisible()
  await expect(main.getByRole('link', { name: 'Zahlung fortsetzen' })).toHaveCount(0)
  await expectAccessible(page)
})
