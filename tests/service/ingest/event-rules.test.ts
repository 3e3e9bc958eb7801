import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EventResult, WireEventType } from '#domain/events/wire-events.ts'
import { anmeldungForm, envelope, wireEvent } from '#tests/build-events.ts'
import { type TestService, openTestService } from '#tests/service/harness.ts'

let service: TestService
beforeAll(async () => {
  service = await openTestService()
})
afterAll(() => service.close())

async function ingest(event: unknown): Promise<EventResult> {
  const { status, body } = await service.post(envelope([event]))
  expect([200, 422]).toContain(status)
  return body.results[0]!
}

const complete = (form: Record<string, unknown>) =>
  wireEvent('complete', { form: { ...anmeldungForm, ...form } })

const useOf = (field: string) => ({ field, seconds: 4.2, edits: 0, empty: false })

const malformedVariants: [string, unknown, string][] = [
  ['variants as text', 'b', 'data.variants'],
  ['a variant as text', ['b'], 'data.variants.0'],
  ['half a variant', [{ experiment: 'x' }], 'data.variants.0.variant'],
  ['a variant with more', [{ experiment: 'x', variant: 'b', weight: 1 }], 'data.variants.0'],
  ['a variant with an address', [{ experiment: 'x', variant: 'a@b.de' }], 'data.variants.0.variant'],
  ['an endless variant', [{ experiment: 'x'.repeat(41), variant: 'b' }], 'data.variants.0.experiment'],
  [
    'too many variants',
    Array.from({ length: 11 }, () => ({ experiment: 'x', variant: 'b' })),
    'data.variants',
  ],
]

describe('accepted', () => {
  test.each<[string, WireEventType, Record<string, unknown>]>([
    ['a start', 'start', {}],
    [
      'a start with the hash in base64url',
      'start',
      { data: { secretHash: `${'A'.repeat(42)}_`, entry: '/x' } },
    ],
    ['a start on a later step', 'start', { step: 4 }],
    [
      'a start with variants that the service does not know',
      'start',
      { data: { secretHash: 'a'.repeat(64), entry: '/x', variants: [{ experiment: 'gone', variant: 'b' }] } },
    ],
    [
      'a start without variants',
      'start',
      { data: { secretHash: 'a'.repeat(64), entry: '/x', variants: [] } },
    ],
    ['a step with its fields', 'step', { form: { anrede: 'frau', vorname: 'Łucja' } }],
    [
      'a step whose values break a rule',
      'step',
      { form: { geburtsdatum: '2020-01-01', vorname: '1' }, step: 3 },
    ],
    ['a step with a choice that is none', 'step', { form: { zahlungsart: 'bar', anrede: 'divers' } }],
    ['a step with half an address', 'step', { form: { adresse: { strasse: 'Hauptstraße' } }, step: 2 }],
    ['a step that took a year', 'step', { data: { seconds: 31_536_000 } }],
    ['invalid on the last step', 'invalid', { step: 4 }],
    [
      'invalid for a part of an address',
      'invalid',
      { data: { fields: [{ field: 'adresse.plz', rule: 'incomplete' }] } },
    ],
    ['an e-mail address', 'email', { form: { email: ' a@b.de ' }, step: 3 }],
    ['abandon without a form', 'abandon', {}],
    ['abandon with a form', 'abandon', { form: { vorname: 'Łucja' }, data: { trigger: 'cancel' } }],
    [
      'a step with the times of its fields',
      'step',
      {
        data: {
          seconds: 9,
          fieldTimes: [useOf('vorname'), { ...useOf('adresse.plz'), seconds: 1e9, edits: 5000 }],
        },
      },
    ],
    ['a step with no times', 'step', { data: { seconds: 9, fieldTimes: [] } }],
    [
      'abandon with the last field',
      'abandon',
      { data: { trigger: 'blur', field: 'adresse.plz', fieldTimes: [useOf('adresse.plz')] } },
    ],
    ['abandon with the last field only', 'abandon', { data: { trigger: 'blur', field: 'vorname' } }],
    ['complete', 'complete', {}],
    ['complete with data', 'complete', { data: {} }],
    ['an id in capitals', 'start', { id: '0195F3D8-7C1A-7B3C-8D4E-5F6A7B8C9D0E' }],
  ])('%s', async (_, type, over) => {
    const sent = wireEvent(type, over)
    expect(await ingest(sent)).toMatchObject({ id: sent.id, status: 'stored', position: expect.any(Number) })
  })
})

describe('rejected with its location', () => {
  test.each<[string, unknown, string]>([
    ['not an object', 'start', ''],
    ['null', null, ''],
    ['an array', [], ''],
    ['no type', wireEvent('start', { type: undefined }), 'type'],
    ['an unknown type', wireEvent('start', { type: 'paid' }), 'type'],
    ['a type of Object', wireEvent('start', { type: 'constructor' }), 'type'],
    ['no id', wireEvent('start', { id: undefined }), 'id'],
    ['an id that is no UUID', wireEvent('start', { id: 'a' }), 'id'],
    ['a run that is no UUID', wireEvent('start', { runId: '1' }), 'runId'],
    ['an unknown funnel', wireEvent('start', { funnel: 'gez' }), 'funnel'],
    ['a funnel of Object', wireEvent('start', { funnel: 'toString' }), 'funnel'],
    ['an unknown version', wireEvent('start', { funnelVersion: 99 }), 'funnelVersion'],
    ['version 0', wireEvent('start', { funnelVersion: 0 }), 'funnelVersion'],
    ['a version as text', wireEvent('start', { funnelVersion: '1' }), 'funnelVersion'],
    ['step 0', wireEvent('start', { step: 0 }), 'step'],
    ['step 5 of 4', wireEvent('start', { step: 5 }), 'step'],
    ['half a step', wireEvent('start', { step: 1.5 }), 'step'],
    ['a huge step', wireEvent('start', { step: 1e308 }), 'step'],
    ['a step event on the last step', wireEvent('step', { step: 4 }), 'step'],
    ['a complete before the last step', wireEvent('complete', { step: 3 }), 'step'],
    ['no time', wireEvent('start', { occurredAt: undefined }), 'occurredAt'],
    ['no such day', wireEvent('start', { occurredAt: '2026-02-30T10:00:00Z' }), 'occurredAt'],
    ['an unknown key', wireEvent('start', { admin: true }), ''],
    ['start without a hash', wireEvent('start', { data: { entry: '/' } }), 'data.secretHash'],
    [
      'start with the secret itself',
      wireEvent('start', { data: { secretHash: 's3cret', entry: '/' } }),
      'data.secretHash',
    ],
    [
      'start from another site',
      wireEvent('start', { data: { secretHash: 'a'.repeat(64), entry: 'https://x.de' } }),
      'data.entry',
    ],
    ...malformedVariants.map(([name, variants, path]): [string, unknown, string] => [
      `start with ${name}`,
      wireEvent('start', { data: { secretHash: 'a'.repeat(64), entry: '/', variants } }),
      path,
    ]),
    ['start with a form', wireEvent('start', { form: { vorname: 'A' } }), 'form'],
    ['step without seconds', wireEvent('step', { data: {} }), 'data.seconds'],
    ['negative seconds', wireEvent('step', { data: { seconds: -1 } }), 'data.seconds'],
    ['seconds as text', wireEvent('step', { data: { seconds: '1' } }), 'data.seconds'],
    ['step without a form', wireEvent('step', { form: undefined }), 'form'],
    ['step with an unknown field', wireEvent('step', { form: { hobby: 'x' } }), 'form.hobby'],
    ['step with a field of Object', wireEvent('step', { form: { constructor: 'x' } }), 'form.constructor'],
    ['step with a number', wireEvent('step', { form: { vorname: 1 } }), 'form.vorname'],
    ['step with a list', wireEvent('step', { form: { vorname: ['a'] } }), 'form.vorname'],
    [
      'step with an endless choice',
      wireEvent('step', { form: { zahlungsart: 'a'.repeat(5000) } }),
      'form.zahlungsart',
    ],
    [
      'step with a list for a choice',
      wireEvent('step', { form: { zahlungsart: ['bar'] } }),
      'form.zahlungsart',
    ],
    ['complete with a choice that is none', complete({ zahlungsart: 'bar' }), 'form.zahlungsart'],
    [
      'step with an endless value',
      wireEvent('step', { form: { vorname: 'a'.repeat(5000) } }),
      'form.vorname',
    ],
    ['step with a text for a box', wireEvent('step', { form: { eigeneDaten: 'ja' } }), 'form.eigeneDaten'],
    [
      'step with a text for an address',
      wireEvent('step', { form: { adresse: 'Hauptstr. 1' } }),
      'form.adresse',
    ],
    [
      'step with a nested address',
      wireEvent('step', { form: { adresse: { plz: { a: 1 } } } }),
      'form.adresse.plz',
    ],
    [
      'step with an unknown part',
      wireEvent('step', { form: { adresse: { etage: '3', ort: 'x' } } }),
      'form.adresse',
    ],
    ['invalid without fields', wireEvent('invalid', { data: { fields: [] } }), 'data.fields'],
    [
      'invalid with 31 fields',
      wireEvent('invalid', {
        data: { fields: Array.from({ length: 31 }, () => ({ field: 'vorname', rule: 'required' })) },
      }),
      'data.fields',
    ],
    [
      'invalid with an unknown rule',
      wireEvent('invalid', { data: { fields: [{ field: 'vorname', rule: 'ugly' }] } }),
      'data.fields.0.rule',
    ],
    [
      'invalid with a value',
      wireEvent('invalid', { data: { fields: [{ field: 'vorname', rule: 'format', value: 'x' }] } }),
      'data.fields.0',
    ],
    [
      'invalid with an unknown field',
      wireEvent('invalid', { data: { fields: [{ field: 'max@example.org', rule: 'format' }] } }),
      'data.fields.0.field',
    ],
    [
      'invalid with a part of no address',
      wireEvent('invalid', { data: { fields: [{ field: 'vorname.plz', rule: 'format' }] } }),
      'data.fields.0.field',
    ],
    [
      'invalid with an unknown part',
      wireEvent('invalid', { data: { fields: [{ field: 'adresse.etage', rule: 'format' }] } }),
      'data.fields.0.field',
    ],
    ['e-mail with more', wireEvent('email', { form: { email: 'a@b.de', vorname: 'x' } }), 'form'],
    ['e-mail without an address', wireEvent('email', { form: {} }), 'form.email'],
    ['e-mail without an at sign', wireEvent('email', { form: { email: 'lucja.example.org' } }), 'form.email'],
    ['e-mail with a space', wireEvent('email', { form: { email: 'lu cja@example.org' } }), 'form.email'],
    ['e-mail of spaces', wireEvent('email', { form: { email: '        ' } }), 'form.email'],
    ['e-mail too long', wireEvent('email', { form: { email: `${'a'.repeat(250)}@b.de` } }), 'form.email'],
    ['abandon for no reason', wireEvent('abandon', { data: { trigger: 'bored' } }), 'data.trigger'],
    [
      'abandon with an unknown last field',
      wireEvent('abandon', { data: { trigger: 'blur', field: 'x' } }),
      'data.field',
    ],
    ...(['step', 'abandon'] as const).flatMap((type) => {
      const withTimes = (fieldTimes: unknown) => {
        const data = { ...(type === 'step' ? { seconds: 1 } : { trigger: 'blur' }), fieldTimes }
        return wireEvent(type, { data })
      }
      const first = (over: object) => withTimes([{ ...useOf('vorname'), ...over }])
      return [
        [`${type} with times that are no list`, withTimes({}), 'data.fieldTimes'],
        [`${type} with 31 times`, withTimes(Array(31).fill(useOf('vorname'))), 'data.fieldTimes'],
        [
          `${type} with the time of an unknown field`,
          first({ field: 'max@example.org' }),
          'data.fieldTimes.0.field',
        ],
        [
          `${type} with the time of an unknown part`,
          first({ field: 'adresse.etage' }),
          'data.fieldTimes.0.field',
        ],
        [`${type} with a value`, first({ value: 'Łucja' }), 'data.fieldTimes.0'],
        [`${type} with a negative time`, first({ seconds: -1 }), 'data.fieldTimes.0.seconds'],
        [`${type} with a time as text`, first({ seconds: '1' }), 'data.fieldTimes.0.seconds'],
        [`${type} with half a correction`, first({ edits: 0.5 }), 'data.fieldTimes.0.edits'],
        [`${type} with negative corrections`, first({ edits: -1 }), 'data.fieldTimes.0.edits'],
        [`${type} with a time without empty`, first({ empty: undefined }), 'data.fieldTimes.0.empty'],
        [
          `${type} with two times of a field`,
          withTimes([useOf('vorname'), useOf('nachname'), useOf('vorname')]),
          'data.fieldTimes.2.field',
        ],
      ] as [string, unknown, string][]
    }),
    ['abandon with an unknown field', wireEvent('abandon', { form: { hobby: 'x' } }), 'form.hobby'],
    ['complete without a form', wireEvent('complete', { form: undefined }), 'form'],
    ['complete with a price', wireEvent('complete', { data: { priceCents: 1 } }), 'data'],
    ['complete without a name', complete({ vorname: '' }), 'form.vorname'],
    ['complete without a consent', complete({ widerrufsrecht: false }), 'form.widerrufsrecht'],
    ['complete without the mandate', complete({ widerruf: undefined }), 'form.widerruf'],
    ['complete with a broken IBAN', complete({ iban: 'DE89370400440532013001' }), 'form.iban'],
    ['complete of a minor', complete({ geburtsdatum: '2008-11-21' }), 'form.geburtsdatum'],
    [
      'complete without a postal code',
      complete({ adresse: { ...anmeldungForm.adresse, plz: '' } }),
      'form.adresse.plz',
    ],
    [
      'complete for another dwelling without its address',
      complete({ wohnungsart: 'abweichende' }),
      'form.abweichendeAdresse.strasse',
    ],
    [
      'complete too far ahead',
      complete({ anmeldungZu: '2027-06', naechstmoeglich: false }),
      'form.anmeldungZu',
    ],
    ['complete with an unknown field', complete({ hobby: 'x' }), 'form.hobby'],
  ])('%s', async (_, event, path) => {
    const before = await service.store.log.head()
    const result = await ingest(event)
    expect(result.status).toBe('rejected')
    const issues = 'issues' in result ? result.issues : []
    expect(issues.map((issue) => issue.path)).toContain(path)
    expect(issues.every(({ message }) => message.length > 0)).toBe(true)
    expect(await service.store.log.head()).toBe(before)
  })
})

test('a complete is checked by the day in Berlin', async () => {
  // A person who turns 18 on 21 November is too young at noon of the 20th. After midnight in Berlin, they are old
  // enough, although it is still the 20th in UTC.
  expect((await ingest(complete({ geburtsdatum: '2008-11-21' }))).status).toBe('rejected')
  service.clock.set(Date.parse('2026-11-20T23:00:00Z'))
  expect((await ingest(complete({ geburtsdatum: '2008-11-21' }))).status).toBe('stored')
})

test('hidden fields are dropped from a complete, not rejected', async () => {
  const event = complete({ zahlungsart: 'ueberweisung', abweichendeAdresse: { strasse: 'Nebenweg' } })
  expect((await ingest(event)).status).toBe('stored')
  const form = (await service.store.vault.read(event.runId))[0]?.personal.form
  expect(form).toMatchObject({ vorname: anmeldungForm.vorname })
  expect(form).not.toHaveProperty('iban')
  expect(form).not.toHaveProperty('abweichendeAdresse')
})
