import { randomUUID } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { berlinDate } from '#domain/time/berlin-time.ts'
import { checkForm, splitForm } from '#domain/forms/check-form.ts'
import type { EventResult } from '#domain/events/wire-events.ts'
import { type Funnel, fieldsOf } from '#domain/forms/define-funnel.ts'
import { envelope, noon, wireEvent } from '#tests/build-events.ts'
import { isFact } from '#tests/domain/forms/named-field.ts'
import { allCases } from '#tests/funnel-cases/all-cases.ts'
import type { Form } from '#tests/funnel-cases/funnel-cases.ts'
import { type TestService, openTestService } from '#tests/service/harness.ts'

const today = berlinDate(noon)

let service: TestService
beforeAll(async () => {
  service = await openTestService()
})
afterAll(() => service.close())

const complete = (funnel: Funnel, form: Form, over: object = {}) =>
  wireEvent('complete', {
    funnel: funnel.type,
    funnelVersion: funnel.version,
    step: funnel.steps.length,
    form,
    ...over,
  })

/** Number of events that these tests send in one request. */
const atOnce = 40

async function postAll(events: ReturnType<typeof complete>[]): Promise<EventResult[]> {
  const results: EventResult[] = []
  for (let from = 0; from < events.length; from += atOnce) {
    const { body } = await service.post(envelope(events.slice(from, from + atOnce)))
    results.push(...body.results)
  }
  return results
}

/** Returns the form with the ids of new uploads of this run instead of the example ids. */
async function uploaded(funnel: Funnel, form: Form, runId: string): Promise<Form> {
  const own: Record<string, string[]> = {}
  for (const { name, kind } of fieldsOf(funnel)) {
    const count = kind === 'files' && Array.isArray(form[name]) ? form[name].length : 0
    if (count > 0) own[name] = await Promise.all(Array.from({ length: count }, () => upload(runId, name)))
  }
  return { ...form, ...own }
}

async function upload(runId: string, field: string): Promise<string> {
  const { uploads } = service.store
  const id = uuidv7()
  const bytes = new TextEncoder().encode('%PDF-1.7')
  await uploads.begin({
    id,
    runId,
    field,
    filename: 'nachweis.pdf',
    mimeType: 'application/pdf',
    createdAt: noon,
  })
  await uploads.add(id, 0, bytes)
  expect(await uploads.finish(id, { size: bytes.length, maxFiles: 2, maxBytes: 1000 })).toBe('finished')
  return id
}

describe.each(allCases(today).map((cases) => [cases.funnel.type, cases] as const))(
  '%s',
  (_, { funnel, orders, broken }) => {
    test.each(orders.map((order) => [order.name, order] as const))('accepts %s', async (_name, order) => {
      const runId = randomUUID()
      const form = await uploaded(funnel, order.form, runId)
      const [result] = await postAll([complete(funnel, form, { runId })])
      expect(result).toMatchObject({ status: 'stored' })
      const { facts, personal } = splitForm(funnel, checkForm(funnel, form, today).values)
      const [stored] = await service.store.log.readRun(runId)
      expect(stored!.facts).toEqual(facts)
      const [row] = await service.store.vault.read(runId)
      expect(row!.personal.form).toEqual(personal)
    })

    test('stores no values of fields hidden by other choices', async () => {
      const everything = Object.assign({}, ...orders.map(({ form }) => form)) as Form
      const facts = fieldsOf(funnel).flatMap((field) => (isFact(field) ? [field.name] : []))
      for (const order of orders) {
        const runId = randomUUID()
        const chosen = Object.fromEntries(facts.map((name) => [name, order.form[name]]))
        const form = await uploaded(funnel, { ...everything, ...order.form, ...chosen }, runId)
        const [result] = await postAll([complete(funnel, form, { runId })])
        expect(result, order.name).toMatchObject({ status: 'stored' })
        const { personal } = splitForm(funnel, checkForm(funnel, form, today).values)
        const [row] = await service.store.vault.read(runId)
        expect(row!.personal.form).toEqual(personal)
        expect(Object.keys(personal).length).toBeLessThan(Object.keys(form).length)
      }
    })

    test('refuses every invalid order, and names the same field as the form', async () => {
      const before = await service.store.log.head()
      const results = await postAll(broken.map(({ form }) => complete(funnel, form)))
      const outcomes = results.map((result, index) => ({
        name: broken[index]!.name,
        status: result.status,
        names: 'issues' in result && result.issues.some(({ path }) => path === `form.${broken[index]!.path}`),
      }))
      expect(outcomes).toEqual(broken.map(({ name }) => ({ name, status: 'rejected', names: true })))
      expect(await service.store.log.head()).toBe(before)
    })

    test('reports every missing visible field of an empty order', async () => {
      const [result] = await postAll([complete(funnel, {})])
      const { issues } = checkForm(funnel, {}, today)
      expect(result).toMatchObject({
        status: 'rejected',
        issues: issues.map(({ field, message }) => ({ path: `form.${field}`, message })),
      })
    })
  },
)
