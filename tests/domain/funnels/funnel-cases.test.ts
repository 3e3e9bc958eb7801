import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shownFields } from '#domain/answers-as-of.ts'
import { checkForm, splitForm } from '#domain/check-form.ts'
import { worded } from '#domain/funnels/asked-fields.ts'
import { type Answers, type Field, type Funnel, fieldsOf } from '#domain/funnels/define-funnel.ts'
import { funnels } from '#domain/funnels/index.ts'
import { readForm } from '#domain/read-form.ts'
import { refusalsOf } from '#domain/rules/refuse.ts'
import { allCases } from '#tests/funnel-cases/all-cases.ts'

const today = { year: 2026, month: 11, day: 20 }
const all = allCases(today)

/** Everything a field can be refused for, as `adresse.plz: incomplete`. */
function refusable(declared: Field, answers: Answers): string[] {
  const field = worded(declared, answers)
  const required = field.missing && field.kind !== 'address' ? ['required'] : []
  const mismatch = field.mismatch ? ['mismatch'] : []
  return [...refusalsOf(field.rule(today, answers)), ...required, ...mismatch].map((refusal) => {
    const names = [field.name, ...refusal.split('.')]
    const rule = names.pop()
    return `${names.join('.')}: ${rule}`
  })
}

function allRefusable(funnel: Funnel, answers: Answers): string[] {
  return shownFields(funnel, answers).flatMap((field) => refusable(field, answers))
}

test('every funnel has its cases', () => {
  expect(new Set(all.map(({ funnel }) => funnel))).toEqual(new Set(funnels))
})

describe.each(all.map((cases) => [cases.funnel.type, cases] as const))(
  '%s',
  (_, { funnel, orders, broken }) => {
    const checked = orders.map(({ form }) => checkForm(funnel, form, today).answers)

    test.each(orders.map((order) => [order.name, order] as const))('takes %s', (_name, { form }) => {
      const { answers, issues } = checkForm(funnel, form, today)
      expect(issues).toEqual([])
      expect(checkForm(funnel, answers, today)).toEqual({ answers, issues: [] })
      expect(readForm(funnel, form).issues).toEqual([])
    })

    test.each(broken.map((order) => [order.name, order] as const))('refuses %s', (_name, order) => {
      const { issues } = checkForm(funnel, order.form, today)
      const { path: field, rule, message } = order
      expect(issues).toContainEqual({ step: expect.any(Number) as number, field, rule, message })
      expect(issues.filter((issue) => issue.field === field)).toHaveLength(1)
    })

    test('has an order with and without everything that may be chosen or left out', () => {
      for (const field of fieldsOf(funnel)) {
        const { name, kind } = field
        const values = checked.map((answers) => answers[name])
        if (kind === 'checkbox') expect(values, name).toEqual(expect.arrayContaining([true, false]))
        if (field.fact) for (const { value } of field.options ?? []) expect(values, name).toContain(value)
        // The consents to a payment are taken, and dropped, also where no payment is asked.
        if (kind !== 'consent') expect(values.some(Boolean), name).toBe(true)
        const without = checked.filter((answers) => answers[name] === undefined)
        if (!field.missing && kind !== 'checkbox')
          expect(
            without.some((answers) => shownFields(funnel, answers).includes(field)),
            name,
          ).toBe(true)
      }
    })

    test('has a broken order for everything that a field can be refused for', () => {
      const covered = new Set(broken.map(({ path, rule }) => `${path}: ${rule}`))
      const possible = new Set(checked.flatMap((answers) => allRefusable(funnel, answers)))
      expect([...possible].filter((refusal) => !covered.has(refusal))).toEqual([])
      expect([...covered].filter((refusal) => !possible.has(refusal))).toEqual([])
    })

    // Real values in wrong places reach more rules than invented ones.
    const values = [...orders, ...broken].flatMap(({ form }) => Object.values(form))
    const fields = fieldsOf(funnel)
    const anyForm = fc
      .tuple(
        fc.constantFrom(...orders.map(({ form }) => form)),
        fc.array(
          fc.tuple(
            fc.constantFrom(...fields.map((field) => field.name)),
            fc.oneof(fc.constantFrom(...values), fc.jsonValue(), fc.constant(undefined)),
          ),
          { maxLength: 12 },
        ),
      )
      .map(([form, changes]) => ({ ...form, ...Object.fromEntries(changes) }))

    test('answers a random form with declared refusals and answers of shown fields only, and never throws', () => {
      fc.assert(
        fc.property(anyForm, (form) => {
          const { answers, issues } = checkForm(funnel, form, today)
          const possible = new Set(allRefusable(funnel, answers))
          for (const { field, rule } of issues)
            // Deep inside something of a wrong type, every place is a wrong format.
            if (rule !== 'format') expect([...possible]).toContain(`${field}: ${rule}`)
          const shown = shownFields(funnel, answers).map((field) => field.name)
          for (const name of Object.keys(answers)) expect(shown).toContain(name)
          const { facts, personal } = splitForm(funnel, answers)
          expect({ ...facts, ...personal }).toEqual(answers)
          if (issues.length === 0) expect(checkForm(funnel, answers, today)).toEqual({ answers, issues })
          readForm(funnel, form)
        }),
        { numRuns: 400 },
      )
    })

    test('keeps nothing in an order of what other choices ask', () => {
      const everything = Object.assign({}, ...orders.map(({ form }) => form)) as object
      for (const [index, { form }] of orders.entries()) {
        const facts = Object.fromEntries(
          fields.filter((field) => field.fact).map(({ name }) => [name, form[name]]),
        )
        const shown = shownFields(funnel, checked[index]!).map((field) => field.name)
        const mixed = { ...everything, ...form, ...facts }
        const { answers, issues } = checkForm(funnel, mixed, today)
        expect(issues).toEqual([])
        for (const name of Object.keys(answers)) expect(shown).toContain(name)
        for (const name of Object.keys(form)) expect(answers[name]).toEqual(checked[index]![name])
      }
    })
  },
)
