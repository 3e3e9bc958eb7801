import { expect } from 'vitest'
import { letterContent } from '#domain/documents/letter-content.ts'
import { checkForm } from '#domain/forms/check-form.ts'
import type { FieldValues } from '#domain/forms/define-field.ts'
import type { Funnel } from '#domain/forms/define-funnel.ts'
import { allCases } from '#tests/funnel-cases/all-cases.ts'

export const today = { year: 2026, month: 11, day: 20 }
export const signedAt = Date.parse('2026-11-20T23:30:00Z')

export const orders = allCases(today).flatMap(({ funnel, orders: cases }) =>
  cases.map(({ name, form }) => ({ name: `${funnel.type}: ${name}`, funnel, form })),
)

export function valuesOf(funnel: Funnel, form: Readonly<Record<string, unknown>>): FieldValues {
  const { values, issues } = checkForm(funnel, form, today)
  expect(issues).toEqual([])
  return values
}

export function letterOf(funnel: Funnel, values: FieldValues) {
  const content = letterContent({ funnel, values, orderNumber: 'FL-2026-0001', signedAt })
  if (!content) throw new Error('the letter has no content')
  return content
}

export function namedOrder(funnel: Funnel, name: string, over: object = {}) {
  const order = allCases(today)
    .find((cases) => cases.funnel === funnel)!
    .orders.find((one) => one.name === name)!
  return letterOf(funnel, valuesOf(funnel, { ...order.form, ...over }))
}

export const rowsOf = (content: ReturnType<typeof letterOf>) => content.sections.flatMap(({ rows }) => rows)
