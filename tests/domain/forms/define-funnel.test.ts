import { describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import type { ChoiceField, Field, MonthField, TextField } from '#domain/forms/define-field.ts'
import { type Block, type Funnel, type Step, priceOf, stepNames } from '#domain/forms/define-funnel.ts'
import { mistakesOf } from '#domain/forms/funnel-mistakes.ts'

const text = z.string()

const base = { name: 'ort', label: 'Ort', rule: () => text, required: false, section: 'funnelData' } as const

const field = (over: Partial<TextField> = {}): Field => ({ ...base, kind: 'text', ...over })
const month = (over: Partial<MonthField> = {}): Field => ({ ...base, kind: 'month', ...over })
const choice = (over: Partial<ChoiceField> = {}): Field => ({
  ...base,
  kind: 'choice',
  options: [{ value: 'ja', label: 'Ja' }],
  ...over,
})

const start = month({ name: 'ab' })

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
  letter: () => ({ subject: 'Probe', opening: 'dies ist eine Probe.', request: 'Bitte antworten Sie.' }),
  steps: [
    { name: 'anfang', title: 'Anfang', fields },
    { name: 'ende', title: 'Ende', fields: [start] },
  ],
  ...over,
})

const nextPossible = { field: 'bald', label: 'Bald', value: () => '2026-12' }

/** Returns a step with the given blocks and with three fields: the texts `ort` and `fern`, and the date `plz`. */
const inBlocks = (blocks: Omit<Block, 'title'>[]): Step => ({
  name: 'alles',
  title: 'Alles',
  fields: [field(), { ...base, kind: 'date', name: 'plz' }, field({ name: 'fern' })],
  blocks: blocks.map((block) => ({ title: 'Block', ...block })),
})

test('finds no mistakes in a valid funnel', () => {
  const sound = funnel([field(), choice({ name: 'wahl', fact: true, default: 'ja' })])
  expect(mistakesOf(sound)).toEqual([])
})

describe('reports a mistake of a funnel when', () => {
  test.each<[string, Field[]]>([
    ['field ort is declared twice', [field(), field()]],
    ['choice ort has no options', [choice({ options: [] })]],
    [
      'choice ort offers ja twice',
      [choice({ options: ['ja', 'ja'].map((value) => ({ value, label: 'Ja' })) })],
    ],
    ['the default "nein" of choice ort is not one of its options', [choice({ default: 'nein' })]],
    ['ort can be required but has no message for a missing value', [field({ required: true })]],
    ['ort can be required but has no message for a missing value', [field({ required: () => false })]],
    ['ort can be required but is hidden', [field({ hidden: true, required: true })]],
    ['ort has no label', [field({ label: ' ' })]],
    [
      'konto is filled from ort, which is not an IBAN',
      [field(), { ...base, kind: 'iban', name: 'konto', required: false, filledFrom: 'ort' }],
    ],
    ['ort needs a checkbox bald', [month({ nextPossible })]],
    ['ort needs a checkbox bald', [month({ nextPossible }), field({ name: 'bald' })]],
    [
      '__proto__ must be a camel-case word that is not the name of an inherited property',
      [field({ name: '__proto__' })],
    ],
    [
      'constructor must be a camel-case word that is not the name of an inherited property',
      [field({ name: 'constructor' })],
    ],
    [
      'mein-ort must be a camel-case word that is not the name of an inherited property',
      [field({ name: 'mein-ort' })],
    ],
    ['ort creates a new rule for each call', [field({ rule: () => z.string() })]],
    [
      'ort changes plz, which is not a field',
      [choice({ whenChanged: (values) => (values['ort'] === 'ja' ? { plz: undefined } : {}) })],
    ],
  ])('%s', (message, fields) => {
    expect(mistakesOf(funnel(fields))).toContain(message)
  })

  test.each<[string, Partial<Funnel>]>([
    [
      'step anfang is declared twice',
      { steps: ['anfang', 'anfang'].map((name) => ({ name, title: name, fields: [] })) },
    ],
    [
      'step step-1 must consist of lower-case words joined by hyphens',
      { steps: [{ name: 'step-1', title: 'Eins', fields: [] }] },
    ],
    [
      'effective.field is ort, which is not a month field',
      { effective: { field: 'ort', as: 'ab', day: 'first' }, steps: [inBlocks([])] },
    ],
    ['field ort is in two blocks', { steps: [inBlocks([{ fields: ['ort', 'plz'] }, { fields: ['ort'] }])] }],
    [
      'the fields plz, ort of a block are not consecutive in step alles',
      { steps: [inBlocks([{ fields: ['plz', 'ort'] }])] },
    ],
    [
      'the fields ort, fern of a block are not consecutive in step alles',
      { steps: [inBlocks([{ fields: ['ort', 'fern'] }])] },
    ],
    [
      'ort can be required but is in a collapsed block',
      {
        steps: [
          {
            name: 'alles',
            title: 'Alles',
            fields: [field({ required: true })],
            blocks: [{ title: 'Block', fields: ['ort'], collapsed: true }],
          },
        ],
      },
    ],
    [
      'plz cannot be copied to ort',
      { steps: [inBlocks([{ fields: ['ort'], copy: { label: 'Kopieren', from: { ort: 'plz' } } }])] },
    ],
    [
      'ort cannot be copied to plz',
      { steps: [inBlocks([{ fields: ['ort'], copy: { label: 'Kopieren', from: { plz: 'ort' } } }])] },
    ],
    [
      'spaeter cannot be copied to ort',
      { steps: [inBlocks([{ fields: ['ort'], copy: { label: 'Kopieren', from: { ort: 'spaeter' } } }])] },
    ],
    [
      'billed returns nachname, which is not a field',
      {
        steps: [{ name: 'wahl', title: 'Wahl', fields: [choice(), start] }],
        billed: ({ ort }) =>
          ort === 'ja' ? { firstName: 'ort', lastName: 'nachname', address: 'ort' } : undefined,
      },
    ],
    [
      'replaced returns nachname, which is not a field',
      {
        steps: [{ name: 'wahl', title: 'Wahl', fields: [choice(), start] }],
        replaced: ({ ort }) => (ort === 'ja' ? { firstName: 'ort', lastName: 'nachname' } : undefined),
      },
    ],
    ['earlier version 2 is not below 2', { earlierVersions: [{ version: 2, steps: [] }] }],
    ['price vip is 79.99, but must be whole cents above 0', { price: { premium: 4999, vip: 79.99 } }],
    ['price premium is 0, but must be whole cents above 0', { price: { premium: 0, vip: 7999 } }],
  ])('%s', (message, over) => {
    expect(mistakesOf(funnel([], over))).toContain(message)
  })

  test('fields are copied from a later step', () => {
    const copying = {
      ...inBlocks([{ fields: ['ort'], copy: { label: 'Kopieren', from: { ort: 'spaeter' } } }]),
    }
    const later = { name: 'spaeter', title: 'Später', fields: [field({ name: 'spaeter' }), start] }
    expect(mistakesOf(funnel([], { steps: [copying, later] }))).toEqual(['spaeter cannot be copied to ort'])
    expect(mistakesOf(funnel([], { steps: [later, copying] }))).toEqual([])
  })

  test('there are several mistakes, and returns all of them', () => {
    const fields = [field({ label: '' }), choice({ name: 'wahl', options: [] })]
    expect(mistakesOf(funnel(fields))).toEqual(['ort has no label', 'choice wahl has no options'])
  })
})

test('returns the step names of the current version and of earlier ones', () => {
  const probe = funnel([])
  expect(stepNames(probe, 2)).toEqual(['anfang', 'ende'])
  expect(stepNames(probe, 1)).toEqual(['alles', 'ende'])
  expect(stepNames(probe, 3)).toBeUndefined()
})

test('returns the price of the service level', () => {
  expect(priceOf(funnel([]), {})).toBe(4999)
  expect(priceOf(funnel([]), { serviceLevel: 'premium' })).toBe(4999)
  expect(priceOf(funnel([]), { serviceLevel: 'vip' })).toBe(7999)
})
