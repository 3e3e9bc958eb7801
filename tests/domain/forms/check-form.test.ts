import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkForm, firstIssue } from '#domain/forms/check-form.ts'
import { kindOf } from '#domain/forms/kinds/field-kinds.ts'
import { allCases } from '#tests/funnel-cases/all-cases.ts'
import { anmeldung } from '#domain/funnels/anmeldung.ts'
import { fieldsOf } from '#domain/forms/define-funnel.ts'
import { anmeldungForm } from '#tests/build-events.ts'
import { allVariants, randomCases } from '#tests/variants.ts'

const today = { year: 2026, month: 11, day: 20 }
const names = fieldsOf(anmeldung).map((field) => field.name)

describe('checking a form', () => {
  test('lists issues in display order', () => {
    const { issues } = checkForm(anmeldung, { iban: 'x', zahlungsart: 'lastschrift', vorname: 'Anna' }, today)
    const order = issues.map((issue) => names.indexOf(issue.field.split('.')[0]!))
    expect(order).toEqual(order.toSorted((a, b) => a - b))
    expect(issues[0]).toMatchObject({ step: 1, field: 'anrede' })
  })

  test('limited to one step returns only its issues, but reads the values it depends on', () => {
    const { values, issues } = checkForm(anmeldung, { zahlungsart: 'lastschrift' }, today, [4])
    expect(issues.map((issue) => issue.step)).toEqual(issues.map(() => 4))
    expect(issues.map((issue) => issue.field)).toContain('widerruf')
    expect(values).toEqual({ zahlungsart: 'lastschrift' })
  })

  test.each(allCases(today).map((cases) => [cases.funnel.type, cases] as const))(
    'of %s finds the same first issue, issues of a step and values as the whole check',
    (_, { funnel, orders, broken }) => {
      const empty = Object.fromEntries(fieldsOf(funnel).map((field) => [field.name, kindOf(field).empty()]))
      const numbers = funnel.steps.map((_step, index) => index + 1)
      // The broken orders of a field follow one another.
      const isFirstOfField = (index: number) => broken[index]!.path !== broken[index - 1]?.path
      const some = broken.filter((_order, index) => allVariants || isFirstOfField(index))
      const forms = [{}, empty, ...[...orders, ...some].map(({ form }) => form)]
      for (const form of forms) {
        const { values, issues } = checkForm(funnel, form, today)
        expect(firstIssue(funnel, form, today)).toEqual(issues[0])
        const refused = new Set(issues.map(({ step }) => step))
        const accepted = numbers.filter((step) => !refused.has(step))
        const steps = allVariants ? numbers : [...refused, ...accepted.slice(0, 1)]
        for (const step of steps)
          expect(checkForm(funnel, form, today, [step])).toEqual({
            values,
            issues: issues.filter((issue) => issue.step === step),
          })
      }
    },
  )

  test('keeps a refused value of the right type', () => {
    const form = {
      vorname: ' A ',
      adresse: { strasse: 'Hauptstraße' },
      iban: 'x',
      zahlungsart: 'lastschrift',
    }
    const { values } = checkForm(anmeldung, form, today)
    expect(values).toEqual({
      vorname: 'A',
      adresse: { strasse: 'Hauptstraße' },
      iban: 'x',
      zahlungsart: 'lastschrift',
    })
  })

  test('drops a refused value of a wrong type', () => {
    const form = { vorname: 7, adresse: { strasse: ['x'] }, wohnungsart: 'keine', naechstmoeglich: 'ja' }
    expect(checkForm(anmeldung, form, today).values).toEqual({})
  })

  test('drops a consent that was not given', () => {
    expect(
      checkForm(anmeldung, { ...anmeldungForm, agbVerbraucher: false }, today).values,
    ).not.toHaveProperty('agbVerbraucher')
  })

  test('ignores unknown fields and inherited properties', () => {
    const inherited = Object.create(anmeldungForm) as Record<string, unknown>
    inherited['unbekannt'] = 'x'
    const { values, issues } = checkForm(anmeldung, inherited, today)
    expect(values).toEqual({})
    expect(issues.length).toBeGreaterThan(15)
  })

  test('is idempotent', () => {
    const first = checkForm(anmeldung, { ...anmeldungForm, iban: 'de89 3704 0044 0532 0130 00' }, today)
    expect(checkForm(anmeldung, first.values, today)).toEqual(first)
  })

  test('never throws, returns only known fields and pollutes no prototype for random input', () => {
    const key = fc.oneof(fc.constantFrom(...names, '__proto__', 'constructor', 'toString'), fc.string())
    fc.assert(
      fc.property(fc.array(fc.tuple(key, fc.jsonValue())), (entries) => {
        const json = `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join()}}`
        const { values, issues } = checkForm(anmeldung, JSON.parse(json) as Record<string, unknown>, today)
        const found = [...Object.keys(values), ...issues.map(({ field }) => field.split('.')[0]!)]
        expect(found.filter((name) => !names.includes(name))).toEqual([])
        expect(Object.keys(Object.prototype)).toEqual([])
      }),
      { numRuns: randomCases(300) },
    )
  })
})
