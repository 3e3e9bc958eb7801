import { describe, expect, test } from 'vitest'
import { checkForm } from '#domain/forms/check-form.ts'
import type { Field, FieldKind } from '#domain/forms/define-field.ts'
import { fieldsOf } from '#domain/forms/define-funnel.ts'
import { kindOf } from '#domain/forms/kinds/field-kinds.ts'
import { closedValuesOf, isClosedValue } from '#domain/forms/closed-values.ts'
import { readValue } from '#domain/forms/read-value.ts'
import { funnels } from '#domain/funnels/index.ts'
import { seededRandom } from '#domain/invented-data/chance.ts'
import { inventFieldValue } from '#domain/invented-data/invent-form.ts'

const today = { year: 2026, month: 11, day: 20 }
const fields = funnels.flatMap((funnel) => fieldsOf(funnel).map((field) => ({ funnel, field })))
const inventor = { random: seededRandom(1), today }
const byKind = Map.groupBy(fields, ({ field }) => field.kind)

test('each kind is used by a funnel', () => {
  expect([...byKind.keys()].toSorted()).toEqual(
    [
      'address',
      'beitragsnummer',
      'checkbox',
      'choice',
      'consent',
      'date',
      'email',
      'files',
      'iban',
      'month',
      'text',
      'textarea',
    ].toSorted(),
  )
})

describe.each([...byKind])('%s', (_, of) => {
  test('invented values satisfy the shape and the rule of every field', () => {
    for (const { field } of of) {
      const value = inventFieldValue(field, inventor)
      expect(kindOf(field).shape(field).safeParse(value).success, field.name).toBe(true)
      expect(field.rule(today, {}).safeParse(value), field.name).toMatchObject({ success: true })
    }
  })

  test('invented values are stored unchanged by an order and shown as lines of text', () => {
    for (const { funnel, field } of of) {
      const { when: _when, mismatch: _mismatch, ...always } = field
      const steps = [{ name: 'allein', title: 'Allein', fields: [always as Field] }]
      const value = inventFieldValue(field, inventor)
      const checked = checkForm({ ...funnel, steps }, { [field.name]: value }, today)
      expect(checked).toEqual({ values: { [field.name]: value }, issues: [] })
      for (const line of kindOf(field).show(value, field)) expect(line.trim()).not.toBe('')
    }
  })

  test('is read as absent or unticked when its control is empty', () => {
    for (const { field } of of)
      expect([undefined, false]).toContain(readValue(kindOf(field).empty()) as false | undefined)
  })
})

function kindsWith(property: (kind: ReturnType<typeof kindOf>) => boolean): FieldKind[] {
  return [...byKind].flatMap(([name, [first]]) => (property(kindOf(first!.field)) ? [name] : []))
}

test('only bank details are sensitive, and only bank details and consents are limited to the tab', () => {
  expect(kindsWith((kind) => kind.isSensitive)).toEqual(['iban'])
  expect(kindsWith((kind) => kind.draft === 'tab').toSorted()).toEqual(['consent', 'iban'])
})

test('only choices and checkboxes have closed values', () => {
  const closed = fields.filter(({ field }) => closedValuesOf(field).length > 0).map(({ field }) => field.kind)
  expect([...new Set(closed)].toSorted()).toEqual(['checkbox', 'choice', 'consent'])
})

test('exactly the listed values of a field are closed values', () => {
  const values = [
    ...new Set(fields.flatMap(({ field }) => closedValuesOf(field))),
    'x',
    'true',
    '',
    undefined,
    null,
  ]
  for (const { field } of fields) {
    const listed = new Set<unknown>(closedValuesOf(field))
    expect(values.filter((value) => isClosedValue(field, value))).toEqual(
      values.filter((value) => listed.has(value)),
    )
  }
})
