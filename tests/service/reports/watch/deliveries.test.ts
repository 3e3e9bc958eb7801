import { describe, expect, onTestFinished, test } from 'vitest'
import type { DestinationName } from '#db/ports/outbox-store.ts'
import { alertTitle } from '#domain/reports/alerts/words.ts'
import { hourMs, minuteMs } from '#domain/time/durations.ts'
import { recordAlerts } from '#service/alerts/record-alerts.ts'
import { readAlertRecords } from '#service/reports/inbox/read-alerts.ts'
import { noon } from '#tests/build-events.ts'
import { openTestService } from '#tests/service/harness.ts'

/** Opens the service, sends messages of destinations three hours before noon, and evaluates the watch at noon. */
async function evaluate(sent: Partial<Record<DestinationName, { delivered: number; failed: number }>>) {
  const service = await openTestService()
  onTestFinished(() => service.close())
  const { outbox } = service.store
  const createdAt = noon - 3 * hourMs
  for (const [name, { delivered, failed }] of Object.entries(sent)) {
    const destination = name as DestinationName
    const content = Buffer.from('sealed')
    const messages = Array.from({ length: delivered + failed }, (_, index) => ({
      destination,
      content,
      createdAt,
      nextAttemptAt: createdAt,
      attempts: 0,
      messageId: `${destination}-${index}`,
    }))
    await outbox.enqueue(messages)
    const rows = await outbox.claimDue({ destination, now: createdAt, leaseMs: minuteMs, limit: 99 })
    expect(rows).toHaveLength(messages.length)
    for (const [index, row] of rows.entries()) {
      const attempt = { number: 1, startedAt: createdAt, durationMs: 5, status: null, error: 'refused' }
      await outbox.finish(row, attempt, { state: index < delivered ? 'delivered' : 'dead' })
    }
  }
  await recordAlerts({ store: service.store, now: () => noon })
  const records = await readAlertRecords(service.store.operations)
  return records.map(({ alert }) => ({
    title: alertTitle(alert),
    destination: alert.field,
    faulty: alert.faulty,
    watched: alert.watched,
  }))
}

describe('of every destination that fails', () => {
  test.each([
    ['mail', 'E-Mails nicht zugestellt'],
    ['letters', 'Briefe nicht zugestellt'],
    ['alerts', 'Alarme nicht zugestellt'],
    ['conversions', 'Conversions nicht zugestellt'],
    ['webhook', 'Nachrichten nicht zugestellt'],
  ] as const)('%s has an alert, also if few messages were sent', async (destination, title) => {
    expect(await evaluate({ [destination]: { delivered: 0, failed: 8 } })).toEqual([
      { title, destination, faulty: 8, watched: 8 },
    ])
  })

  test('each has its own alert, and one that works has none', async () => {
    const found = await evaluate({
      mail: { delivered: 1, failed: 20 },
      letters: { delivered: 0, failed: 9 },
      webhook: { delivered: 40, failed: 2 },
    })
    expect(new Set(found.map((one) => one.destination))).toEqual(new Set(['letters', 'mail']))
    expect(found).toHaveLength(2)
  })

  test('few failed messages are no alert', async () => {
    expect(await evaluate({ mail: { delivered: 6, failed: 3 } })).toEqual([])
    expect(await evaluate({ mail: { delivered: 0, failed: 4 } })).toEqual([])
  })
})
