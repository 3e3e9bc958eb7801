import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { Hono } from 'hono'
import { z } from 'zod'
import { type RouteDescription, describe as describeRoute, openApiDocument } from '#service/http/openapi.ts'
import { openDescribedService } from '#tests/service/http/fuzz/described-operations.ts'
import { type TestService, openTestService } from '#tests/service/harness.ts'

interface Document {
  openapi: string
  paths: Record<
    string,
    Record<string, { responses: Record<string, unknown>; requestBody?: unknown; security?: unknown }>
  >
}

let service: TestService
let document: Document
beforeAll(async () => {
  service = await openTestService()
  document = (await (await service.app.request('/api/openapi.json')).json()) as Document
})
afterAll(() => service.close())

test('is OpenAPI 3.1', () => {
  expect(document.openapi).toMatch(/^3\.1\./)
})

test('lists exactly the routes of the API', () => {
  const described = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method} ${path}`),
  )
  const served = service.app.routes
    .filter(({ method, path }) => method !== 'ALL' && /^\/(?:api\/|healthz|readyz|metrics)/.test(path))
    .map(({ method, path }) => `${method.toLowerCase()} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
    // Paths that end in .csv are omitted, because they are described together with the JSON path of the report.
    .filter((route) => route !== 'get /api/openapi.json' && !route.endsWith('.csv'))
  expect([...new Set(described)].toSorted()).toEqual([...new Set(served)].toSorted())
})

test('describes the events with the schemas that validate them', () => {
  const text = JSON.stringify(document.paths['/api/events']!['post']!.requestBody)
  for (const word of ['secretHash', 'occurredAt', 'utm_campaign', 'pagehide', 'tooYoung', 'maxItems'])
    expect(text).toContain(word)
  expect(Object.keys(document.paths['/api/events']!['post']!.responses)).toEqual(
    expect.arrayContaining(['200', '400', '413', '415', '422', '429', '503']),
  )
})

test('marks the operations that require the token', () => {
  expect(document.paths['/metrics']!['get']!.security).toEqual([{ reportsToken: [] }])
  expect(document.paths['/api/events']!['post']!.security).toBeUndefined()
})

test('marks the operations that require the session of an operator, but not the login', async () => {
  const described = await openDescribedService()
  onTestFinished(() => described.service.close())
  const { paths } = (await (await described.service.app.request('/api/openapi.json')).json()) as Document
  const ofDesk = Object.entries(paths).filter(([path]) => path.startsWith('/api/desk/'))
  const open = ofDesk.filter(([, operations]) => Object.values(operations).some(({ security }) => !security))
  expect(open.map(([path]) => path)).toEqual(['/api/desk/login', '/api/desk/logout', '/api/desk/session'])
  expect(paths['/api/desk/queue']!['get']!.security).toEqual([{ operatorSession: [] }])
})

describe('parameters and responses', () => {
  const description: RouteDescription = {
    tag: 'Things',
    summary: 'One thing',
    parameters: [
      { in: 'path', name: 'id', schema: z.uuid() },
      { in: 'query', name: 'from', schema: z.string().describe('The first day.').optional() },
    ],
    responses: { 200: { description: 'The thing.', schema: z.object({ name: z.string().default('x') }) } },
  }

  test('are described as OpenAPI requires', async () => {
    const app = new Hono().get('/api/things/:id', describeRoute(description), (c) => c.json({ name: 'x' }))
    const { get } = (await openApiDocument(app)).paths['/api/things/{id}']!
    expect(get).toMatchObject({
      parameters: [
        { in: 'path', name: 'id', required: true, schema: { type: 'string', format: 'uuid' } },
        {
          in: 'query',
          name: 'from',
          required: false,
          description: 'The first day.',
          schema: expect.toSatisfy((schema: object) => !('description' in schema)),
        },
      ],
      responses: {
        200: {
          content: {
            'application/json': { schema: { properties: { name: { type: 'string' } }, required: ['name'] } },
          },
        },
      },
    })
    expect(JSON.stringify(get)).not.toContain('$schema')
  })
})
