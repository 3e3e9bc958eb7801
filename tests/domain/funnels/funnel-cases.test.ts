import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shownFields } from '#domain/events/form-as-of.ts'
import { checkForm, splitForm } from '#domain/forms/check-form.ts'
import { resolveField } from '#domain/forms/visible-fields.ts'
import type { FieldValues, Field } from '#domain/forms/define-field.ts'
import { type Funnel, fieldsOf } from '#domain/forms/define-funnel.ts'
import { funnels } from '#domain/funnels/index.ts'
import { readForm } from '#domain/forms/read-form.ts'
import { refusalsOf } from '#domain/forms/rules/define-rule.ts'
import { isFact } from '#tests/domain/forms/named-field.ts'
import { allCases } from '#tests/funnel-cases/all-cases.ts'
import { allVariants } from '#tests/variants.ts'

const today = { year: 2026, month: 11, day: 20 }
const all = allCases(today)

/** Returns all possible refusals of a field, for example `adresse.plz: incomplete`. */
function refusable(declared: Field, values: FieldValues): string[] {
  const field = resolveField(declared, values)
  const required = field.required && field.kind !== 'address' ? ['required'] : []
  const mismatch = field.mismatch ? ['mismatch'] : []
  return [...refusalsOf(field.rule(today, values)), ...required, ...mismatch].map((refusal) => {
    const names = [field.name, ...refusal.split('.')]
    const rule = names.pop()
    return `${names.join('.')}: ${rule}`
  })
}

function allRefusable(funnel: Funnel, values: FieldValues): string[] {
  return shownFields(funnel, values).flatMap((field) => refusable(field, values))
}

test('every funnel has cases', () => {
  expect(new Set(all.map(({ funnel }) => funnel))).toEqual(new Set(funnels))
})

describe.each(all.map((cases) => [cases.funnel.type, cases] as const))(
  '%s',
  (_, { funnel, orders, broken }) => {
    const checked = orders.map(({ form }) => checkForm(funnel, form, today).values)

    test.each(orders.map((order) => [order.name, order] as const))('accepts %s', (_name, { form }) => {
      const { values, issues } = checkForm(funnel, form, today)
      expect(issues).toEqual([])
      expect(checkForm(funnel, values, today)).toEqual({ values, issues: [] })
      expect(readForm(funnel, form).issues).toEqual([])
    })

    test.each(broken.map((order) => [order.name, order] as const))('refuses %s', (_name, order) => {
      const { issues } = checkForm(funnel, order.form, today)
      const { path: field, rule, message } = order
      expect(issues).toContainEqual({ step: expect.any(Number) as number, field, rule, message })
      expect(issues.filter((issue) => issue.field === field)).toHaveLength(1)
    })

    test('has orders with and without every optional value', () => {
      for (const field of fieldsOf(funnel)) {
        const { name, kind } = field
        const given = checked.map((values) => values[name])
        if (kind === 'checkbox') expect(given, name).toEqual(expect.arrayContaining([true, false]))
        if (kind === 'choice' && field.fact)
          for (const { value } of field.options) expect(given, name).toContain(value)
        // Consents are exempt, because some are never shown: a funnel without payment fields still declares the
        // consents to a direct debit.
        if (kind !== 'consent') expect(given.some(Boolean), name).toBe(true)
        const without = checked.filter((values) => values[name] === undefined)
        if (field.required !== true && kind !== 'checkbox')
          expect(
            without.some((values) => shownFields(funnel, values).includes(field)),
            name,
          ).toBe(true)
      }
    })

    test('has a broken order for every possible refusal of a field', () => {
      const covered = new Set(broken.map(({ path, rule }) => `${path}: ${rule}`))
      const possible = new Set(checked.flatMap((values) => allRefusable(funnel, values)))
      expect([...possible].filter((refusal) => !covered.has(refusal))).toEqual([])
      expect([...covered].filter((refusal) => !possible.has(refusal))).toEqual([])
    })

    // Enters values of the test cases into randomly chosen fields. This triggers more rules than random values do.
    const entered = [...orders, ...broken].flatMap(({ form }) => Object.values(form))
    const fields = fieldsOf(funnel)
    const anyForm = fc
      .tuple(
        fc.constantFrom(...orders.map(({ form }) => form)),
        fc.array(
          fc.tuple(
            fc.constantFrom(...fields.map((field) => field.name)),
            fc.oneof(fc.constantFrom(...entered), fc.jsonValue(), fc.constant(undefined)),
          ),
          { maxLength: 12 },
        ),
      )
      .map(([form, changes]) => ({ ...form, ...Object.fromEntries(changes) }))

    test('checks random forms without throwing, with declared refusals and values of shown fields only', () => {
      fc.assert(
        fc.property(anyForm, (form) => {
          const { values, issues } = checkForm(funnel, form, today)
          const possible = new Set(allRefusable(funnel, values))
          // Skips `format`. If a value has a wrong type, `field` may be any path inside the value, which `possible`
          // cannot list.
          const refused = issues.filter(({ rule }) => rule !== 'format')
          const undeclared = refused.filter(({ field, rule }) => !possible.has(`${field}: ${rule}`))
          const shown = new Set(shownFields(funnel, values).map((field) => field.name))
          const hidden = Object.keys(values).filter((name) => !shown.has(name))
          expect({ undeclared, hidden }).toEqual({ undeclared: [], hidden: [] })
          const { facts, personal } = splitForm(funnel, values)
          expect({ ...facts, ...personal }).toEqual(values)
          if (issues.length === 0) expect(checkForm(funnel, values, today)).toEqual({ values, issues })
          readForm(funnel, form)
        }),
        { numRuns: allVariants ? 400 : 25 },
      )
    })

    test('drops fields that belong to other choices', () => {
      const everything = Object.assign({}, ...orders.map(({ form }) => form)) as object
      for (const [index, { form }] of orders.entries()) {
        const facts = Object.fromEntries(fields.filter(isFact).map(({ name }) => [name, form[name]]))
        const shown = shownFields(funnel, checked[index]!).map((field) => field.name)
        const mixed = { ...everything, ...form, ...facts }
        const { values, issues } = checkForm(funnel, mixed, today)
        expect(issues).toEqual([])
        for (const name of Object.keys(values)) expect(shown).toContain(name)
        for (const name of Object.keys(form)) expect(values[name]).toEqual(checked[index]![name])
      }
    })
  },
)
