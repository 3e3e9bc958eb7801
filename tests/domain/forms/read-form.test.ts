import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anmeldung } from '#domain/funnels/anmeldung.ts'
import type { Field } from '#domain/forms/define-field.ts'
import { type Funnel, fieldsOf } from '#domain/forms/define-funnel.ts'
import { readForm } from '#domain/forms/read-form.ts'
import { filesRule } from '#domain/forms/rules/files.ts'
import { anmeldungForm } from '#tests/build-events.ts'
import { randomCases } from '#tests/variants.ts'

const names = fieldsOf(anmeldung).map((field) => field.name)
const read = (form: Record<string, unknown>) => readForm(anmeldung, form)
const json = (text: string) => JSON.parse(text) as Record<string, unknown>

describe('the form of an unfinished run', () => {
  test('is returned unchanged if it is complete', () => {
    expect(read(anmeldungForm)).toEqual({ values: anmeldungForm, issues: [] })
  })

  test('is not checked against the rules, so a rule that changes at midnight loses nothing', () => {
    const form = {
      vorname: 'A',
      geburtsdatum: '90-05',
      adresse: { strasse: 'Hauptstraße' },
      anmeldungZu: '1999-01',
      iban: 'DE12',
      abweichendeAdresse: { ort: 'B', land: 'Mond' },
      agbVerbraucher: false,
    }
    expect(read(form)).toEqual({ values: form, issues: [] })
  })

  test('is returned without empty values', () => {
    const form = {
      vorname: '  ',
      nachname: null,
      adresse: { land: 'Deutschland', ort: ' ', plz: null },
      email: '',
    }
    expect(read(form)).toEqual({ values: {}, issues: [] })
  })

  test.each([
    ['vorname', 7],
    ['vorname', ['Anna']],
    ['vorname', { a: 'b' }],
    ['vorname', 'x'.repeat(1001)],
    ['naechstmoeglich', 'true'],
    ['agbVerbraucher', 1],
    ['wohnungsart', 'mitte'],
    ['wohnungsart', '__proto__'],
    ['anrede', 'divers'],
    ['adresse', 'Hauptstraße 1'],
    ['adresse', ['Hauptstraße']],
  ])('refuses %s of a wrong type or length: %j', (field, value) => {
    const { values, issues } = read({ [field]: value })
    expect(values).toEqual({})
    expect(issues).toEqual([{ field, message: expect.stringMatching(/^must be /) as string }])
  })

  test.each([
    ['adresse.plz', { plz: 10115 }],
    ['adresse.ort', { ort: 'x'.repeat(201) }],
    ['adresse.strasse', { strasse: { deep: [] } }],
  ])('names the part of an address: %s', (field, adresse) => {
    expect(read({ adresse }).issues).toEqual([{ field, message: 'must be text of at most 200 characters' }])
  })

  test('never appears in a message', () => {
    const secret = 'geheim-4711'
    const form = { vorname: [secret], anrede: secret, adresse: { plz: [secret] }, naechstmoeglich: secret }
    const { issues } = read(form)
    expect(issues).toHaveLength(4)
    expect(JSON.stringify(issues)).not.toContain(secret)
  })

  test('contains the ids of at most two uploads', () => {
    const files: Field = {
      name: 'belege',
      label: 'Belege',
      kind: 'files',
      rule: filesRule,
      required: false,
      section: 'uploads',
    }
    const funnel = { ...anmeldung, steps: [{ name: 'belege', title: 'Belege', fields: [files] }] } as Funnel
    const ids = ['0198f3c2-7f2a-7c11-9a4e-6f1f3b1c2d3e', '0198f3c2-7f2a-7c11-9a4e-6f1f3b1c2d3f']
    expect(readForm(funnel, { belege: ids })).toEqual({ values: { belege: ids }, issues: [] })
    expect(readForm(funnel, { belege: [] })).toEqual({ values: {}, issues: [] })
    expect(readForm(funnel, { belege: [...ids, ids[0]] }).issues).toMatchObject([{ field: 'belege' }])
    expect(readForm(funnel, { belege: ['vertrag.pdf'] }).issues).toMatchObject([{ field: 'belege' }])
  })
})

describe('a hostile form', () => {
  test.each(['__proto__', 'constructor', 'toString', 'VORNAME', ''])(
    'with the unknown field %j is refused',
    (name) => {
      const { values, issues } = read(json(`{"${name}": {"vorname": "x"}}`))
      expect(values).toEqual({})
      expect(issues).toEqual([{ field: name, message: `unknown field of anmeldung: "${name}"` }])
    },
  )

  test('with the unknown address part __proto__ is refused and pollutes no prototype', () => {
    const { values, issues } = read(json('{"adresse": {"__proto__": {"ort": "x"}, "plz": "10115"}}'))
    expect(values).toEqual({})
    expect(issues).toEqual([{ field: 'adresse', message: 'unknown part of an address: "__proto__"' }])
    expect(Object.keys(Object.prototype)).toEqual([])
  })

  test('with thousands of unknown fields or long names yields a limited number of issues', () => {
    const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`f${index}`, 1]))
    expect(read(many).issues).toHaveLength(30)
    expect(read({ adresse: many }).issues).toHaveLength(1)
    const long = read({ ['x'.repeat(50_000)]: 1, adresse: { ['y'.repeat(50_000)]: 1 } })
    expect(JSON.stringify(long.issues).length).toBeLessThan(500)
  })

  test('never throws and yields only known fields of a type that can be stored', () => {
    const key = fc.oneof(fc.constantFrom(...names), fc.string())
    fc.assert(
      fc.property(fc.dictionary(key, fc.jsonValue()), (form) => {
        const { values, issues } = read(form)
        for (const [name, value] of Object.entries(values)) {
          expect(names).toContain(name)
          expect(['string', 'boolean', 'object']).toContain(typeof value)
        }
        const entered = Object.keys(form).filter((name) => !names.includes(name))
        if (entered.length > 0) expect(issues.length).toBeGreaterThan(0)
      }),
      { numRuns: randomCases(300) },
    )
  })

  test('with known fields is either accepted or refused by name, never lost', () => {
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.jsonValue(), (name, value) => {
        const { values, issues } = read({ [name]: value })
        const absent = value === null || (typeof value === 'string' && value.trim() === '')
        if (!absent && !(typeof value === 'object'))
          expect(Object.keys(values).length + issues.length).toBe(1)
      }),
    )
  })
})
