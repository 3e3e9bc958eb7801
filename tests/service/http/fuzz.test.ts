import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type TestService, openTestService, testToken } from '#tests/service/harness.ts'
import { type Schema, valuesOf } from './generate-values.ts'

interface Operation {
  parameters?: { in: string; name: string; required: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}

interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

let service: TestService
let document: Document
beforeAll(async () => {
  service = await openTestService({ pageViews: { enqueue: () => undefined, stop: async () => undefined } })
  document = (await (await service.app.request('/api/openapi.json')).json()) as Document
})
afterAll(() => service.close())

const resolve = (ref: string) => document.components.schemas[ref.replace('#/components/schemas/', '')]!

/** Reports are described by their own definitions. */
const operations = () =>
  Object.entries(document.paths)
    .filter(([path]) => !path.startsWith('/api/reports'))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    )

type Values = Record<'path' | 'query' | 'header', Record<string, unknown>> & { body?: unknown }

function requestsOf({ parameters = [], requestBody }: Operation): fc.Arbitrary<Values> {
  const placed = (where: string) => {
    const own = parameters.filter((one) => one.in === where)
    const arbitraries = own.map(({ name, schema }) => [name, valuesOf(schema, resolve)] as const)
    const requiredKeys = own.filter(({ required }) => required).map(({ name }) => name)
    return fc.record(Object.fromEntries(arbitraries), { requiredKeys })
  }
  const body = requestBody?.content['application/json']?.schema
  return fc.record({
    path: placed('path'),
    query: placed('query'),
    header: placed('header'),
    ...(body && { body: valuesOf(body, resolve) }),
  })
}

async function send(path: string, method: string, { path: places, query, header, body }: Values) {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(places[name]) || '-'),
  )
  const asked = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  const headers = new Headers({ authorization: `Bearer ${testToken}` })
  for (const [name, value] of Object.entries(header)) headers.set(name, encodeURIComponent(String(value)))
  if (body !== undefined) headers.set('content-type', 'application/json')
  return service.app.request(`${filled}?${asked}`, {
    method: method.toUpperCase(),
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

/** Expects a documented status, media type and body. Returns the body. */
async function expectDocumented(operation: Operation, response: Response): Promise<unknown> {
  const documented = operation.responses[response.status]
  const text = await response.text()
  expect(documented, `status ${response.status}: ${text.slice(0, 300)}`).toBeDefined()
  const type = response.headers.get('content-type')?.split(';')[0] ?? ''
  if (!documented!.content) return undefined
  expect(Object.keys(documented!.content)).toContain(type)
  if (!type.endsWith('json')) return undefined
  const body: unknown = JSON.parse(text)
  const { schema } = documented!.content[type]!
  expect(z.fromJSONSchema(schema as never).safeParse(body).error).toBeUndefined()
  return body
}

describe('the OpenAPI document', { timeout: 120_000 }, () => {
  test('permits only requests that the service answers as documented', async () => {
    for (const { path, method, operation } of operations()) {
      await fc.assert(
        fc.asyncProperty(requestsOf(operation), async (values) => {
          const response = await send(path, method, values)
          const about = `${method} ${path} ${JSON.stringify(values).slice(0, 2000)}`
          expect(response.status, about).toBeLessThan(500)
          const body = await expectDocumented(operation, response)
          if (path === '/api/events') expectOnlyRulesRefuse(values.body, body)
          else if (values.body !== undefined) expect([400, 422], about).not.toContain(response.status)
        }),
        { numRuns: 10, seed: 20261120, endOnFailure: true },
      )
    }
  })

  test('forbids the requests that the service refuses', async () => {
    const withBody = operations().filter(
      ({ operation }) => operation.requestBody?.content['application/json'],
    )
    for (const { path, method, operation } of withBody) {
      const { required = [] } = operation.requestBody!.content['application/json']!.schema
      const broken = fc.tuple(requestsOf(operation), fc.constantFrom(...required), fc.boolean())
      await fc.assert(
        fc.asyncProperty(broken, async ([values, name, remove]) => {
          const { [name]: _, ...others } = values.body as Record<string, unknown>
          const body = remove ? others : { ...others, [name]: { wrong: true } }
          const response = await send(path, method, { ...values, body })
          expect([400, 401, 422], `${method} ${path} ${name}`).toContain(response.status)
          await expectDocumented(operation, response)
        }),
        { numRuns: 6, seed: 20261120 },
      )
    }
  })
})

/** Expects refusals for the rules of a whole form only, which no schema can express. */
function expectOnlyRulesRefuse(sent: unknown, answered: unknown): void {
  const { events } = sent as { events: { type: string }[] }
  const { results } = answered as { results: { status: string; issues?: { path: string }[] }[] }
  for (const [index, result] of results.entries())
    if (result.status === 'rejected' && !result.issues!.some(({ path }) => path === '')) {
      expect(events[index]!.type, JSON.stringify([result, events[index]]).slice(0, 1500)).toBe('complete')
      for (const { path } of result.issues!) expect(path).toMatch(/^form\./)
    }
}
