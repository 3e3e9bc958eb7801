import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkForm } from '#domain/check-form.ts'
import { anmeldung } from '#domain/funnels/anmeldung.ts'
import { fieldsOf } from '#domain/funnels/define-funnel.ts'
import { anmeldungForm } from '#tests/build-events.ts'

const today = { year: 2026, month: 11, day: 20 }
const names = fieldsOf(anmeldung).map((field) => field.name)

describe('checking a form', () => {
  test('lists issues in the order of the page, the first being where it scrolls to', () => {
    const { issues } = checkForm(anmeldung, { iban: 'x', zahlungsart: 'lastschrift', vorname: 'Anna' }, today)
    const order = issues.map((issue) => names.indexOf(issue.field.split('.')[0]!))
    expect(order).toEqual(order.toSorted((a, b) => a - b))
    expect(issues[0]).toMatchObject({ step: 1, field: 'anrede' })
  })

  test('of one step lists its issues only, and still reads what it hangs on', () => {
    const { answers, issues } = checkForm(anmeldung, { zahlungsart: 'lastschrift' }, today, [4])
    expect(issues.map((issue) => issue.step)).toEqual(issues.map(() => 4))
    expect(issues.map((issue) => issue.field)).toContain('widerruf')
    expect(answers).toEqual({ zahlungsart: 'lastschrift' })
  })

  test('keeps a refused answer of the right type, so that the page goes on showing it', () => {
    const form = {
      vorname: ' A ',
      adresse: { strasse: 'Hauptstraße' },
      iban: 'x',
      zahlungsart: 'lastschrift',
    }
    const { answers } = checkForm(anmeldung, form, today)
    expect(answers).toEqual({
      vorname: 'A',
      adresse: { strasse: 'Hauptstraße' },
      iban: 'x',
      zahlungsart: 'lastschrift',
    })
  })

  test('drops a refused answer of a wrong type, so that answers are what their type says', () => {
    const form = { vorname: 7, adresse: { strasse: ['x'] }, wohnungsart: 'keine', naechstmoeglich: 'ja' }
    expect(checkForm(anmeldung, form, today).answers).toEqual({})
  })

  test('drops a consent that is not given', () => {
    expect(
      checkForm(anmeldung, { ...anmeldungForm, agbVerbraucher: false }, today).answers,
    ).not.toHaveProperty('agbVerbraucher')
  })

  test('ignores what is no field, and what the form only inherits', () => {
    const inherited = Object.create(anmeldungForm) as Record<string, unknown>
    inherited['unbekannt'] = 'x'
    const { answers, issues } = checkForm(anmeldung, inherited, today)
    expect(answers).toEqual({})
    expect(issues.length).toBeGreaterThan(15)
  })

  test('changes nothing when it is done again with its own answers', () => {
    const first = checkForm(anmeldung, { ...anmeldungForm, iban: 'de89 3704 0044 0532 0130 00' }, today)
    expect(checkForm(anmeldung, first.answers, today)).toEqual(first)
  })

  test('never throws, answers known fields only, and spoils no prototype, whatever it reads', () => {
    const key = fc.oneof(fc.constantFrom(...names, '__proto__', 'constructor', 'toString'), fc.string())
    fc.assert(
      fc.property(fc.array(fc.tuple(key, fc.jsonValue())), (entries) => {
        const json = `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join()}}`
        const { answers, issues } = checkForm(anmeldung, JSON.parse(json) as Record<string, unknown>, today)
        for (const name of Object.keys(answers)) expect(names).toContain(name)
        for (const issue of issues) expect(names).toContain(issue.field.split('.')[0])
        expect(Object.keys(Object.prototype)).toEqual([])
      }),
      { numRuns: 300 },
    )
  })
})
