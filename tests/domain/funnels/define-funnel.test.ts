import { describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { type Field, type Funnel, defineFunnel, priceOf, stepNames } from '#domain/funnels/define-funnel.ts'

const field = (over: Partial<Field> = {}): Field => ({
  name: 'ort',
  label: 'Ort',
  kind: 'text',
  rule: () => z.string(),
  section: 'funnelData',
  ...over,
})

const start = field({ name: 'ab', kind: 'month' })

const funnel = (fields: Field[], over: Partial<Funnel> = {}): Funnel => ({
  slug: 'probe',
  type: 'probe',
  version: 2,
  earlierVersions: [{ version: 1, steps: ['alles', 'ende'] }],
  title: 'Probe',
  emoji: '🔎',
  product: 'Probe',
  productId: 1,
  price: { premium: 4999, vip: 7999 },
  essentials: ['Probe'],
  summaryTitle: () => 'Probe',
  effective: { field: 'ab', as: 'probeAb', day: 'first' },
  steps: [
    { name: 'anfang', title: 'Anfang', fields },
    { name: 'ende', title: 'Ende', fields: [start] },
  ],
  ...over,
})

const choice = { kind: 'choice', options: [{ value: 'ja', label: 'Ja' }] } as const
const month = {
  kind: 'month',
  nextPossible: { field: 'bald', label: 'Bald', value: () => '2026-12' },
} as const

test('a sound funnel comes back unchanged', () => {
  const sound = funnel([field(), field({ name: 'wahl', ...choice, fact: true, default: 'ja' })])
  expect(defineFunnel(sound)).toBe(sound)
})

describe('a funnel is refused when', () => {
  test.each<[string, Field[]]>([
    ['field ort is declared twice', [field(), field()]],
    ['choice ort has no options', [field({ kind: 'choice' })]],
    [
      'choice ort offers ja twice',
      [field({ kind: 'choice', options: [...choice.options, ...choice.options] })],
    ],
    ['ort is not a closed choice, so it cannot be a fact', [field({ fact: true })]],
    ['choice ort starts with "nein", which is none of its options', [field({ ...choice, default: 'nein' })]],
    [
      'consent ort must not be ticked beforehand',
      [field({ kind: 'consent', missing: 'Bitte zustimmen', default: true })],
    ],
    ['consent ort must be required', [field({ kind: 'consent' })]],
    ['ort is required but the page never asks it', [field({ control: 'hidden', missing: 'Fehlt' })]],
    ['ort has no label', [field({ label: ' ' })]],
    ['ort needs a checkbox bald', [field(month)]],
    ['ort needs a checkbox bald', [field(month), field({ name: 'bald' })]],
    ['__proto__ must be a camel-case word that no object already has', [field({ name: '__proto__' })]],
    ['constructor must be a camel-case word that no object already has', [field({ name: 'constructor' })]],
    ['mein-ort must be a camel-case word that no object already has', [field({ name: 'mein-ort' })]],
  ])('%s', (message, fields) => {
    expect(() => defineFunnel(funnel(fields))).toThrow(`Funnel probe: ${message}`)
  })

  test.each<[string, Partial<Funnel>]>([
    [
      'step anfang is declared twice',
      { steps: ['anfang', 'anfang'].map((name) => ({ name, title: name, fields: [] })) },
    ],
    [
      'step step-1 must be lower case words joined by hyphens, to be a path and a stage name',
      { steps: [{ name: 'step-1', title: 'Eins', fields: [] }] },
    ],
    ['earlier version 2 is not below 2', { earlierVersions: [{ version: 2, steps: [] }] }],
    ['price vip is 79.99, but must be whole cents above 0', { price: { premium: 4999, vip: 79.99 } }],
    ['price premium is 0, but must be whole cents above 0', { price: { premium: 0, vip: 7999 } }],
  ])('%s', (message, over) => {
    expect(() => defineFunnel(funnel([], over))).toThrow(`Funnel probe: ${message}`)
  })

  test('it has several mistakes, and all are named', () => {
    const fields = [field({ fact: true }), field({ name: 'wahl', kind: 'choice' })]
    expect(() => defineFunnel(funnel(fields))).toThrow(
      /ort is not a closed choice.*; choice wahl has no options/,
    )
  })
})

test('step names are known for the current version and the earlier ones', () => {
  const probe = funnel([])
  expect(stepNames(probe, 2)).toEqual(['anfang', 'ende'])
  expect(stepNames(probe, 1)).toEqual(['alles', 'ende'])
  expect(stepNames(probe, 3)).toBeUndefined()
})

test('the price goes by the service level', () => {
  expect(priceOf(funnel([]), {})).toBe(4999)
  expect(priceOf(funnel([]), { serviceLevel: 'premium' })).toBe(4999)
  expect(priceOf(funnel([]), { serviceLevel: 'vip' })).toBe(7999)
})
