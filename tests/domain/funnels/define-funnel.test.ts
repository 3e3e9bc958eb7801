import { describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import {
  type Block,
  type Field,
  type Funnel,
  type Step,
  priceOf,
  stepNames,
} from '#domain/funnels/define-funnel.ts'
import { mistakesOf } from '#domain/funnels/funnel-mistakes.ts'

const text = z.string()

const field = (over: Partial<Field> = {}): Field => ({
  name: 'ort',
  label: 'Ort',
  kind: 'text',
  rule: () => text,
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

/** A step with fields in blocks, one of them of another kind. */
const inBlocks = (blocks: Omit<Block, 'title'>[]): Step => ({
  name: 'alles',
  title: 'Alles',
  fields: [field(), field({ name: 'plz', kind: 'date' }), field({ name: 'fern' })],
  blocks: blocks.map((block) => ({ title: 'Block', ...block })),
})

test('nothing is wrong with a sound funnel', () => {
  const sound = funnel([field(), field({ name: 'wahl', ...choice, fact: true, default: 'ja' })])
  expect(mistakesOf(sound)).toEqual([])
})

describe('it is a mistake of a funnel when', () => {
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
    ['ort is no address, so it can neither lie abroad nor be begun', [field({ abroad: () => true })]],
    ['ort is no address, so it can neither lie abroad nor be begun', [field({ notBegun: 'Fehlt' })]],
    ['ort is no choice, so a link cannot choose it beforehand', [field({ preselect: 'ort' })]],
    ['ort must be a text area with a longest text, or neither', [field({ kind: 'textarea' })]],
    ['ort must be a text area with a longest text, or neither', [field({ longest: 5 })]],
    ['ort must be of files and among the uploads, or neither', [field({ kind: 'files' })]],
    ['ort must be of files and among the uploads, or neither', [field({ section: 'uploads' })]],
    ['ort must be an address and among the addresses, or neither', [field({ kind: 'address' })]],
    ['ort must be an address and among the addresses, or neither', [field({ section: 'address' })]],
    ['ort makes a new rule for each event', [field({ rule: () => z.string() })]],
    ['ort is typed, so it must not change other fields', [field({ whenChanged: () => ({}) })]],
    [
      'ort changes plz, which is no field',
      [field({ ...choice, whenChanged: (answers) => (answers['ort'] === 'ja' ? { plz: undefined } : {}) })],
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
      'step step-1 must be lower case words joined by hyphens, to be a path and a stage name',
      { steps: [{ name: 'step-1', title: 'Eins', fields: [] }] },
    ],
    [
      'it takes effect at ort, which is no month',
      { effective: { field: 'ort', as: 'ab', day: 'first' }, steps: [inBlocks([])] },
    ],
    ['field ort is in two blocks', { steps: [inBlocks([{ fields: ['ort', 'plz'] }, { fields: ['ort'] }])] }],
    [
      'step alles does not have plz, ort one after the other',
      { steps: [inBlocks([{ fields: ['plz', 'ort'] }])] },
    ],
    [
      'step alles does not have ort, fern one after the other',
      { steps: [inBlocks([{ fields: ['ort', 'fern'] }])] },
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
      'it bills by nachname, which is no field',
      {
        steps: [{ name: 'wahl', title: 'Wahl', fields: [field(choice), start] }],
        billed: ({ ort }) =>
          ort === 'ja' ? { firstName: 'ort', lastName: 'nachname', address: 'ort' } : undefined,
      },
    ],
    ['earlier version 2 is not below 2', { earlierVersions: [{ version: 2, steps: [] }] }],
    ['price vip is 79.99, but must be whole cents above 0', { price: { premium: 4999, vip: 79.99 } }],
    ['price premium is 0, but must be whole cents above 0', { price: { premium: 0, vip: 7999 } }],
  ])('%s', (message, over) => {
    expect(mistakesOf(funnel([], over))).toContain(message)
  })

  test('its fields are copied from a later step', () => {
    const copying = {
      ...inBlocks([{ fields: ['ort'], copy: { label: 'Kopieren', from: { ort: 'spaeter' } } }]),
    }
    const later = { name: 'spaeter', title: 'Später', fields: [field({ name: 'spaeter' }), start] }
    expect(mistakesOf(funnel([], { steps: [copying, later] }))).toEqual(['spaeter cannot be copied to ort'])
    expect(mistakesOf(funnel([], { steps: [later, copying] }))).toEqual([])
  })

  test('several things are wrong, and all are named', () => {
    const fields = [field({ fact: true }), field({ name: 'wahl', kind: 'choice' })]
    expect(mistakesOf(funnel(fields))).toEqual([
      'ort is not a closed choice, so it cannot be a fact',
      'choice wahl has no options',
    ])
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
