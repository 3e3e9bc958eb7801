import { describe, expect, onTestFinished, test } from 'vitest'
import type { DestinationName, NextState, OutboxRow } from '#db/ports/outbox-store.ts'
import { alertTitle } from '#domain/reports/alerts/words.ts'
import { dayMs, hourMs, minuteMs } from '#domain/time/durations.ts'
import { recordAlerts } from '#service/alerts/record-alerts.ts'
import { readAlertRecords } from '#service/reports/inbox/read-alerts.ts'
import { noon } from '#tests/build-events.ts'
import { openTestService } from '#tests/service/harness.ts'

/** State of a message after its last attempt, the number of attempts, and the minutes from its creation to the last. */
type Outcome = [state: 'delivered' | 'pending' | 'dead', attempts: number, minutes: number]

const delivered: Outcome = ['delivered', 1, 0]
const dead: Outcome = ['dead', 1, 0]
const waiting: Outcome = ['pending', 5, 40]

const times = (count: number, outcome: Outcome) => Array.from({ length: count }, () => outcome)

/** Opens the service with functions that send messages and evaluate the watch. */
async function openWatched() {
  const service = await openTestService()
  onTestFinished(() => service.close())
  const { outbox, operations } = service.store
  let sent = 0

  async function settle(row: OutboxRow, [state, number, minutes]: Outcome) {
    const startedAt = row.createdAt + minutes * minuteMs
    const next: NextState = state === 'pending' ? { state, nextAttemptAt: startedAt + dayMs } : { state }
    const error = state === 'delivered' ? null : 'refused'
    await outbox.finish(row, { number, startedAt, durationMs: 5, status: null, error }, next)
  }

  async function evaluate(at = noon, switchedOff: readonly DestinationName[] = []) {
    await recordAlerts({ store: service.store, switchedOff, now: () => at })
    return readAlertRecords(operations)
  }

  return {
    outbox,
    settle,
    evaluate,
    /** Sends messages at a time. Returns those that are not delivered. */
    async send(destination: DestinationName, outcomes: readonly Outcome[], createdAt = noon - 3 * hourMs) {
      const messages = outcomes.map(() => ({
        destination,
        content: Buffer.from('sealed'),
        createdAt,
        nextAttemptAt: createdAt,
        attempts: 0,
        messageId: `${destination}-${(sent += 1)}`,
      }))
      await outbox.enqueue(messages)
      const rows = await outbox.claimDue({ destination, now: createdAt, leaseMs: minuteMs, limit: 99 })
      expect(rows).toHaveLength(messages.length)
      for (const [index, row] of rows.entries()) await settle(row, outcomes[index]!)
      return rows.filter((_, index) => outcomes[index]![0] !== 'delivered')
    },
    /** Evaluates the watch. Returns why each alert was closed, or null for an open one. */
    async reasons(...args: Parameters<typeof evaluate>) {
      const records = await evaluate(...args)
      return records.map(({ closed }) => closed && closed.data.reason)
    },
  }
}

/** Evaluates the watch at noon after messages were sent three hours before. */
async function alertsAfter(sent: Partial<Record<DestinationName, readonly Outcome[]>>) {
  const { send, evaluate } = await openWatched()
  for (const [name, outcomes] of Object.entries(sent)) await send(name as DestinationName, outcomes)
  return (await evaluate()).map(({ alert }) => ({
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
    ['alerts', 'Auffälligkeiten nicht zugestellt'],
    ['conversions', 'Conversions nicht zugestellt'],
    ['webhook', 'Nachrichten nicht zugestellt'],
  ] as const)('%s has an alert, also if few messages were sent', async (destination, title) => {
    expect(await alertsAfter({ [destination]: times(8, dead) })).toEqual([
      { title, destination, faulty: 8, watched: 8 },
    ])
  })

  test('each has its own alert, and one that works has none', async () => {
    const found = await alertsAfter({
      mail: [delivered, ...times(20, dead)],
      letters: times(9, dead),
      webhook: [...times(40, delivered), dead, dead],
    })
    expect(new Set(found.map((one) => one.destination))).toEqual(new Set(['letters', 'mail']))
    expect(found).toHaveLength(2)
  })

  test('few failed messages are no alert', async () => {
    expect(await alertsAfter({ mail: [...times(6, delivered), ...times(3, dead)] })).toEqual([])
    expect(await alertsAfter({ mail: times(4, dead) })).toEqual([])
  })
})

describe('an outage', () => {
  test('is over when five messages after it are delivered, also once the messages that waited are', async () => {
    const { send, settle, reasons, evaluate } = await openWatched()
    const waited = await send('mail', times(8, waiting))
    expect(await reasons()).toEqual([null])
    for (const row of waited) await settle(row, ['delivered', 6, 185])
    await send('mail', times(4, delivered), noon + 5 * minuteMs)
    expect(await reasons(noon + 3 * hourMs)).toEqual([null])
    // Messages after the first failed attempt are neither failed nor delivered.
    await send('mail', times(9, ['pending', 1, 0]), noon + hourMs)
    expect(await reasons(noon + 4 * hourMs)).toEqual([null])
    await send('mail', [delivered], noon + 2 * hourMs)
    expect(await reasons(noon + 5 * hourMs)).toEqual(['over'])
    const [record] = await evaluate(noon + 6 * hourMs)
    expect(record!.alert).toMatchObject({ faulty: 8, watched: 8, lastAt: '2026-11-20T08:00:00.000Z' })
  })

  test('is found although it has healed before the evaluation', async () => {
    expect(await alertsAfter({ mail: times(8, ['delivered', 5, 70]) })).toMatchObject([{ faulty: 8 }])
  })

  test('is none if the messages were delivered within an hour, or by the second attempt', async () => {
    expect(await alertsAfter({ mail: times(8, ['delivered', 5, 36]) })).toEqual([])
    expect(await alertsAfter({ mail: times(8, ['delivered', 2, 120]) })).toEqual([])
  })

  test('is over when an operator has sent the messages again', async () => {
    const { send, settle, outbox, reasons } = await openWatched()
    const given = await send('webhook', times(8, dead))
    expect(await reasons()).toEqual([null])
    expect(await outbox.retry({ dead: 'webhook' }, noon)).toBe(8)
    for (const row of given) await settle(row, ['delivered', 1, 181])
    expect(await reasons(noon + 2 * hourMs)).toEqual(['over'])
  })

  test('is expired when its messages are removed, or its destination is switched off', async () => {
    const { send, outbox, reasons } = await openWatched()
    await send('mail', times(8, dead))
    await send('webhook', times(8, dead))
    expect(await reasons()).toEqual([null, null])
    const at = noon + 14 * dayMs
    const all = { destination: 'mail', states: ['dead'], until: noon, limit: 99 } as const
    expect(await outbox.expire(all)).toHaveLength(8)
    expect(await reasons(at)).toEqual(['expired', null])
    expect(await reasons(at, ['webhook'])).toEqual(['expired', 'expired'])
  })
})
