import { expect, test } from 'vitest'
import { berlinDate } from '#domain/berlin-time.ts'
import { refusals } from '#domain/funnels/define-funnel.ts'
import { checkEvent } from '#service/ingest/check-event.ts'
import { rejectionReason } from '#web/reports/quality/rejection-words.ts'

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

/** Codes of what the service finds wrong with an event. */
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
])('the reasons to refuse %j are told in words', (over) => {
  const found = codes(over)
  expect(found).not.toEqual([])
  for (const code of found) expect(rejectionReason(code)).not.toBe(code)
})

test('so is every rule of a form', () => {
  for (const rule of refusals) expect(rejectionReason(rule)).not.toBe(rule)
})
