import { expect, test } from 'vitest'
import { berlinDate } from '#domain/time/berlin-time.ts'
import { refusals } from '#domain/forms/define-field.ts'
import { completionStatuses } from '#domain/outbox/webhook-message.ts'
import { checkEvent } from '#service/ingest/check-event.ts'
import { eventName, rejectionReason } from '#web/features/reports/quality/rejection-words.ts'

const base = {
  id: '01920000-0000-7000-8000-000000000001',
  type: 'step',
  funnel: 'anmeldung',
  funnelVersion: 1,
  runId: '01920000-0000-7000-8000-000000000002',
  step: 1,
  occurredAt: '2026-11-20T10:00:00.000Z',
  data: { seconds: 3 },
  form: {},
}

/** Returns the codes of the issues that the service finds in an event. */
function codes(over: object): string[] {
  const checked = checkEvent({ ...base, ...over }, berlinDate(Date.parse(base.occurredAt)))
  return checked.ok ? [] : checked.issues.map(({ code }) => code)
}

test.each([
  { type: 'other' },
  { step: 99 },
  { step: 0 },
  { step: 'one' },
  { id: 'none' },
  { more: 1 },
  { funnel: 'other' },
  { funnelVersion: 999 },
  { step: 4 },
  { form: { name: 'x' } },
  { form: { vorname: 7 } },
  { type: 'invalid', form: undefined, data: { fields: [{ field: 'other', rule: 'required' }] } },
  { type: 'invalid', form: undefined, data: { fields: [{ field: 'email', rule: 'other' }] } },
  { type: 'abandon', data: { trigger: 'other' } },
  { type: 'complete', step: 4, data: {} },
])('all reasons for rejecting %j have a text', (over) => {
  const found = codes(over)
  expect(found).not.toEqual([])
  for (const code of found) expect(rejectionReason(code)).not.toBe(code)
})

test('every form rule has a text', () => {
  for (const rule of refusals) expect(rejectionReason(rule)).not.toBe(rule)
})

test.each(Object.keys(completionStatuses))('the message about %s has a German name', (type) => {
  expect(eventName(type)).toMatch(/^[A-Z]/)
})
