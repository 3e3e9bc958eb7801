import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import type { Field } from '#domain/forms/define-field.ts'

const base = { name: 'ort', label: 'Ort', rule: () => z.string(), section: 'funnelData' } as const

test('members of one kind are compile errors on another', () => {
  const fields: Field[] = [
    { ...base, kind: 'text', required: false },
    // @ts-expect-error: whether a field is required must be explicit
    { ...base, kind: 'text' },
    // @ts-expect-error: typed text has no closed set of values, so it cannot be a fact
    { ...base, kind: 'text', required: false, fact: true },
    // @ts-expect-error: typed text must not change other fields
    { ...base, kind: 'text', required: false, whenChanged: () => ({}) },
    // @ts-expect-error: only an address may be abroad
    { ...base, kind: 'text', required: false, abroad: () => true },
    // @ts-expect-error: a text area has a maximum length
    { ...base, kind: 'textarea', required: false },
    // @ts-expect-error: a choice has options
    { ...base, kind: 'choice', required: false },
    // @ts-expect-error: an address must be in the address section of the message
    { ...base, kind: 'address', required: false },
    // @ts-expect-error: files must be in the upload section of the message
    { ...base, kind: 'files', required: false },
    // @ts-expect-error: a consent is required
    { ...base, kind: 'consent', required: false, missing: 'Bitte zustimmen' },
    // @ts-expect-error: a consent must not be ticked by default
    { ...base, kind: 'consent', required: true, missing: 'Bitte zustimmen', default: true },
  ]
  expect(fields).toHaveLength(11)
})
