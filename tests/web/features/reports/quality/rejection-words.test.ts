import { expect, test } from 'vitest'
import { z } from 'zod'
import { berlinDate } from '#domain/time/berlin-time.ts'
import { refusals } from '#domain/forms/define-field.ts'
import { eventSchemas } from '#domain/events/wire-events.ts'
import { completionStatuses } from '#domain/outbox/webhook-message.ts'
import { checkEvent } from '#service/ingest/check-event.ts'
import { eventName, rejectedPart, rejectionReason } from '#web/features/reports/quality/rejection-words.ts'

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

test.each(['repeated_field', 'text-changed', 'run-too-long'])('the reason %s has a text', (code) => {
  expect(rejectionReason(code)).not.toBe(code)
})

test('every form rule has a text', () => {
  for (const rule of refusals) expect(rejectionReason(rule)).not.toBe(rule)
})

test.each(Object.keys(completionStatuses))('the message about %s has a German name', (type) => {
  expect(eventName(type)).toMatch(/^[A-Z]/)
})

/** Returns the paths of all members of a schema, with a position for each list, such as `data.fieldTimes.0.seconds`. */
function pathsIn(schema: z.core.JSONSchema._JSONSchema | undefined, at = ''): string[] {
  if (typeof schema !== 'object') return []
  const members = Object.entries(schema.properties ?? {}).flatMap(([name, member]) =>
    pathsIn(member, at === '' ? name : `${at}.${name}`),
  )
  const { items } = schema
  return [at, ...members, ...(Array.isArray(items) ? [] : pathsIn(items, `${at}.0`))]
}

test.each(Object.entries(eventSchemas))('every part of a %s event has a German name', (_, schema) => {
  const paths = pathsIn(z.toJSONSchema(schema, { io: 'input' })).filter((path) => path !== 'form.email')
  expect(paths).toEqual(expect.arrayContaining(['', 'runId', 'occurredAt', 'data']))
  const names = paths.map((path) => rejectedPart({ path, code: 'invalid_type', funnel: null }).text)
  for (const name of names) expect(name).toMatch(/^(Der|Die|Das) \S/)
  const members = paths.filter((path) => !path.endsWith('.0') && path !== 'data')
  // A list and its entries share a name; other parts do not.
  const distinct = members.map((path) => rejectedPart({ path, code: 'invalid_type', funnel: null }).text)
  expect(new Set(distinct).size).toBe(distinct.length)
})

test.each([
  ['data.seconds', 'too_small', { text: 'Die Zeit im Schritt' }],
  ['data.fieldTimes.3.edits', 'too_small', { text: 'Die Zahl der Korrekturen eines Felds' }],
  ['data.texts.agb', 'text-changed', { text: 'Die Liste der bestätigten Texte' }],
  ['form.geburtsdatum', 'format', { text: '„Geburtsdatum“' }],
  ['form.adresse.plz', 'format', { text: '„Adresse (PLZ)“' }],
  ['form.adresszusatz', 'unknown_form_field', { text: '', name: 'adresszusatz' }],
  ['data.fields.hausnummer', 'unknown_field', { text: '', name: 'hausnummer' }],
  ['data.fieldTimes.hausnummer', 'unknown_field', { text: '', name: 'hausnummer' }],
  ['form', 'unknown_form_field', { text: 'Eine Angabe' }],
  ['funnel', 'unknown_funnel', { text: 'Die Antragsart' }],
])('the part %s that was rejected for %s is named', (path, code, part) => {
  expect(rejectedPart({ path, code, funnel: 'anmeldung' })).toEqual(part)
})
