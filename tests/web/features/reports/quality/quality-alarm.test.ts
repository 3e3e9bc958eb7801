import { expect, test } from 'vitest'
import { deliveryFindings, rejectionFindings } from '#web/features/reports/quality/quality-alarm.tsx'

const counts = { pending: 5, retrying: 2, delivered: 90, dead: 0, held: 1, discarded: 0 }
const emails = { pending: 1, retrying: 3, undeliverable: 0, rows: [] }

test('messages that are delivered, waiting or tried again need no attention', () => {
  expect(deliveryFindings({ stopped: null, counts, emails })).toEqual([])
})

test('names a stopped webhook, and messages and e-mails that are given up', () => {
  const stopped = { code: 'gone', reason: '', at: '2026-11-20T11:00:00.000Z' } as const
  const found = deliveryFindings({
    stopped,
    counts: { ...counts, dead: 1 },
    emails: { ...emails, undeliverable: 1200 },
  })
  expect(found.map(({ text }) => text)).toEqual([
    'Der Webhook nimmt seit 20.11.2026, 12:00 nichts mehr an.',
    '1 Nachricht an den Webhook ist gescheitert.',
    '1.200 E-Mails sind unzustellbar.',
  ])
  expect(new Set(found.map(({ topic }) => topic))).toEqual(new Set(['zustellung']))
})

test('names only the days on which unusually many events were rejected', () => {
  const days = Array.from({ length: 20 }, (_, index) => {
    const rejected = index === 7 ? 40 : index % 2
    const received = 300
    return {
      day: `2026-11-${String(index + 1).padStart(2, '0')}`,
      received,
      duplicates: 0,
      rejected,
      stored: received - rejected,
      replayed: 0,
      robots: 0,
      counted: received - rejected,
    }
  })
  expect(rejectionFindings(days)).toEqual([
    {
      topic: 'abgewiesen',
      text: 'Am 08.11.2026 wurden 13,3\u00a0% der Ereignisse abgewiesen, sonst 0,2\u00a0%.',
    },
  ])
})
