import { describe, expect, test } from 'vitest'
import { experimentMistakesOf } from '#domain/experiments/experiment-mistakes.ts'
import { checkForm } from '#domain/forms/check-form.ts'
import { resolveField, textFor } from '#domain/forms/visible-fields.ts'
import type { Field, FieldValues } from '#domain/forms/define-field.ts'
import { fieldsOf } from '#domain/forms/define-funnel.ts'
import { mistakesOf } from '#domain/forms/funnel-mistakes.ts'
import { isFact } from '#tests/domain/forms/named-field.ts'
import { funnelEntries } from '#domain/funnels/funnel-entries.ts'
import { funnelBySlug, funnelByType, funnels } from '#domain/funnels/index.ts'

const today = { year: 2026, month: 11, day: 20 }
const closed = ['choice', 'checkbox', 'consent']

/** Returns values of types that the field does not accept. `checkForm` must refuse each of them without throwing. */
function wrongTypes(field: Field): unknown[] {
  const boxed = field.kind === 'checkbox' || field.kind === 'consent' ? 'ja' : true
  return [7, boxed, ['x'], [[]], { a: { b: 'c' } }, JSON.parse('{"__proto__": {"ort": "x"}}')]
}

describe('the list of funnels', () => {
  test('finds each funnel by its type and by its slug, and none for another name', () => {
    for (const funnel of funnels) {
      expect(funnelByType(funnel.type)).toBe(funnel)
      expect(funnelBySlug(funnel.slug)).toBe(funnel)
    }
    for (const name of ['', 'unbekannt', '__proto__', 'constructor']) {
      expect(funnelByType(name)).toBeUndefined()
      expect(funnelBySlug(name)).toBeUndefined()
    }
  })

  test('contains every type, slug and product id only once', () => {
    for (const key of ['type', 'slug', 'productId'] as const)
      expect(new Set(funnels.map((funnel) => funnel[key])).size).toBe(funnels.length)
  })

  test('has an entry for each funnel, which loads the same funnel', async () => {
    expect(funnelEntries.map(({ type, slug }) => ({ type, slug }))).toEqual(
      funnels.map(({ type, slug }) => ({ type, slug })),
    )
    expect(await Promise.all(funnelEntries.map(async ({ load }) => load()))).toEqual(funnels)
  })
})

describe.each(funnels.map((funnel) => [funnel.type, funnel] as const))('%s', (_, funnel) => {
  const fields = fieldsOf(funnel)

  test('has four steps, the last with the consents', () => {
    expect(funnel.steps).toHaveLength(4)
    for (const consent of fields.filter((field) => field.kind === 'consent'))
      expect(funnel.steps[3]!.fields).toContain(consent)
  })

  test('has no mistakes in its declaration', () => {
    expect(mistakesOf(funnel)).toEqual([])
  })

  test('has no mistakes in its experiments', () => {
    expect(experimentMistakesOf(funnel)).toEqual([])
  })

  test('has the flat price', () => {
    expect(funnel.price).toEqual({ premium: 4999, vip: 7999 })
  })

  const requiredConsents = (values: FieldValues) =>
    fields
      .filter((field) => field.kind === 'consent' && (field.when?.(values) ?? true))
      .map((field) => field.name)

  test('requires six consents of every consumer', () => {
    const six = [
      'eigeneDaten',
      'datenschutz',
      'agbVerbraucher',
      'widerrufsrecht',
      'frueherAuftragsbeginn',
      'digitaleUnterschriftZustimmung',
    ]
    for (const values of [{}, { unternehmer: false }, { firma: 'Beispiel GmbH' }])
      expect(requiredConsents(values)).toEqual(six)
  })

  test('requires no consent about the right of withdrawal of an entrepreneur, and says that there is none', () => {
    const business = { unternehmer: true }
    expect(requiredConsents(business)).toEqual([
      'eigeneDaten',
      'datenschutz',
      'agbVerbraucher',
      'digitaleUnterschriftZustimmung',
    ])
    const terms = fields.find(({ name }) => name === 'agbVerbraucher')!
    expect(resolveField(terms, business).label).toContain('kein Widerrufsrecht')
    expect(resolveField(terms, {}).label).toContain('Verbraucherinformationen')
  })

  test('asks for the company and the business order in the last step, without requiring them', () => {
    const names = new Set(['firma', 'unternehmer'])
    expect(funnel.steps[3]!.fields.filter(({ name }) => names.has(name))).toEqual([
      expect.objectContaining({ name: 'firma', required: false, orderOnly: true }),
      expect.objectContaining({ name: 'unternehmer', required: false, orderOnly: true, fact: true }),
    ])
    expect(funnel.version).toBe(1)
  })

  test.each(fields.map((field) => [field.name, field] as const))('%s', (name, field) => {
    expect(fields.filter((other) => other.name === name)).toHaveLength(1)
    expect(field.label.trim()).not.toBe('')
    expect(field.missing ?? 'optional').not.toBe('')
    expect(['boolean', 'function']).toContain(typeof field.required)
    if (isFact(field)) expect(closed).toContain(field.kind)
    if (field.kind === 'choice') expect(field.options.every((option) => option.label.trim())).toBe(true)
    if (field.kind === 'consent') expect(field).toMatchObject({ section: 'legal', fact: true })
    if (field.kind === 'files')
      expect(field.help?.title).toBe(field.required ? 'Warum wir den Nachweis benötigen' : undefined)
  })

  test.each(fields.map((field) => [field.name, field] as const))(
    '%s refuses every value of a wrong type, in German',
    (name, field) => {
      const alone = {
        ...funnel,
        steps: [{ name: 'allein', title: 'Allein', fields: [{ ...field, when: () => true }] }],
      }
      for (const value of wrongTypes(field)) {
        const { values, issues } = checkForm(alone, { [name]: value }, today)
        expect(values).toEqual({})
        expect(issues.length, JSON.stringify(value)).toBeGreaterThan(0)
        for (const issue of issues) expect(issue.message).not.toMatch(/invalid|expected|unrecognized/i)
      }
    },
  )

  test('has no condition that throws on an empty form', () => {
    for (const field of fields) expect(typeof (field.when?.({}) ?? true)).toBe('boolean')
  })

  test('has headings for an empty form', () => {
    for (const { title, summary = title, blocks = [] } of funnel.steps)
      for (const text of [title, summary, ...blocks.map((block) => block.title)])
        expect(textFor(text, {}).trim()).not.toBe('')
    expect(funnel.summaryTitle({}).trim()).not.toBe('')
  })
})
