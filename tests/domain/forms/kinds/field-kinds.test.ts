import { describe, expect, test } from 'vitest'
import { checkForm } from '#domain/forms/check-form.ts'
import type { Field, FieldKind } from '#domain/forms/define-field.ts'
import { fieldsOf } from '#domain/forms/define-funnel.ts'
import { kindOf } from '#domain/forms/kinds/field-kinds.ts'
import { readValue } from '#domain/forms/read-value.ts'
import { funnels } from '#domain/funnels/index.ts'

const today = { year: 2026, month: 11, day: 20 }
const fields = funnels.flatMap((funnel) => fieldsOf(funnel).map((field) => ({ funnel, field })))
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
  test('has an example that satisfies the shape and the rule of every field', () => {
    for (const { field } of of) {
      const example = kindOf(field).example(field, today)
      expect(kindOf(field).shape(field).safeParse(example).success, field.name).toBe(true)
      expect(field.rule(today, {}).safeParse(example), field.name).toMatchObject({ success: true })
    }
  })

  test('has an example that an order stores unchanged and that is shown as lines of text', () => {
    for (const { funnel, field } of of) {
      const { when: _when, mismatch: _mismatch, ...always } = field
      const steps = [{ name: 'allein', title: 'Allein', fields: [always as Field] }]
      const example = kindOf(field).example(field, today)
      const checked = checkForm({ ...funnel, steps }, { [field.name]: example }, today)
      expect(checked).toEqual({ values: { [field.name]: example }, issues: [] })
      for (const line of kindOf(field).show(example, field)) expect(line.trim()).not.toBe('')
    }
  })

  test('is read as absent or unticked when its control is empty', () => {
    for (const { field } of of)
      expect([undefined, false]).toContain(readValue(kindOf(field).empty()) as false | undefined)
  })
})

test('only bank details are sensitive, and only bank details and consents are limited to the tab', () => {
  const kinds = [...byKind].map(([kind, [first]]) => [kind, kindOf(first!.field)] as const)
  const named = (wanted: (kind: ReturnType<typeof kindOf>) => boolean): FieldKind[] =>
    kinds.filter(([, kind]) => wanted(kind)).map(([name]) => name)
  expect(named((kind) => kind.isSensitive)).toEqual(['iban'])
  expect(named((kind) => kind.draft === 'tab').toSorted()).toEqual(['consent', 'iban'])
  expect(named((kind) => kind.closedValues !== undefined).toSorted()).toEqual([
    'checkbox',
    'choice',
    'consent',
  ])
})
