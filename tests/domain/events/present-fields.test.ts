import { describe, expect, test } from 'vitest'
import { formAsOf } from '#domain/events/form-as-of.ts'
import { withPresentFields } from '#domain/events/present-fields.ts'
import { mistakesOf } from '#domain/forms/funnel-mistakes.ts'
import { anmeldung } from '#domain/funnels/anmeldung.ts'
import type { WireEvent } from '#domain/events/wire-events.ts'
import { storedEvent, wireEvent } from '#tests/build-events.ts'

const funnel = {
  ...anmeldung,
  earlierFields: {
    adresszusatz: 'dropped',
    wohnung: { replacedBy: 'adresse' },
    mail: { replacedBy: 'email' },
  },
} as const

const present = (type: 'step' | 'invalid', over: Record<string, unknown>) =>
  withPresentFields(wireEvent(type, over) as WireEvent, funnel)

const named = (...fields: string[]) => fields.map((field) => ({ field, rule: 'required' }))

describe('events of an earlier page', () => {
  test('lose dropped fields and name renamed ones as the funnel does now', () => {
    const form = { adresszusatz: 'x', mail: 'a@example.org', vorname: 'Ali' }
    expect(present('step', { form }).form).toEqual({ email: 'a@example.org', vorname: 'Ali' })
    expect(present('step', { form: { mail: 'old@example.org', email: 'new@example.org' } }).form).toEqual({
      email: 'new@example.org',
    })
  })

  test('report refusals under the present names', () => {
    const { data } = present('invalid', { data: { fields: named('wohnung.plz', 'adresszusatz', 'vorname') } })
    expect(data).toEqual({ fields: named('adresse.plz', 'vorname') })
    expect(present('invalid', { data: { fields: named('adresszusatz') } }).data).toEqual({ fields: [] })
  })

  test('keep names of inherited properties as unknown fields', () => {
    const form = JSON.parse('{"__proto__": 1, "constructor": 2, "adresszusatz": 3}') as Record<
      string,
      unknown
    >
    expect(Object.keys(present('step', { form }).form!)).toEqual(['__proto__', 'constructor'])
  })
})

test('earlier fields must be gone, and be replaced by fields of the funnel', () => {
  expect(mistakesOf(funnel)).toEqual([])
  const wrong = { ...anmeldung, earlierFields: { vorname: 'dropped', alt: { replacedBy: 'neu' } } } as const
  expect(mistakesOf(wrong)).toEqual([
    'earlier field vorname still exists',
    'earlier field alt was replaced by neu, which is not a field',
  ])
})

test('a replayed event replaces no value of the form', () => {
  const meta = { replayed: { receivedAt: 1 } }
  const events = [
    { ...storedEvent('step', { facts: { anrede: 'frau' } }), position: 1 },
    { ...storedEvent('step', { facts: { anrede: 'herr', wohnungsart: 'obige' }, meta }), position: 2 },
  ]
  expect(formAsOf(events, []).facts).toEqual({ anrede: 'frau', wohnungsart: 'obige' })
})
