import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { orderRun } from '#tests/service/orders/ordered-run.ts'
import { sampleFiles } from '#tests/service/uploads/files.ts'
import { beginRun, idOf, uploadFunnel } from '#tests/service/uploads/uploading-run.ts'
import { allVariants } from '#tests/variants.ts'
import {
  type DescribedService,
  type Operation,
  type Values,
  expectDocumented,
  openDescribedService,
} from './described-operations.ts'

let described: DescribedService
/** Maps the path of an operation to parameters that identify an existing order, run or upload. */
let existing: Record<string, Record<string, string>>
beforeAll(async () => {
  described = await openDescribedService()
  const { service } = described
  const ordered = await orderRun(service)
  const run = await beginRun(service)
  const upload = {
    id: await idOf(run.send(sampleFiles['image/png'])),
    runId: run.runId,
    field: uploadFunnel.field,
    'X-Run-Secret': run.secret,
  }
  const order = { id: ordered.order.id, 'X-Run-Secret': ordered.secret }
  existing = {
    '/api/orders/{id}': order,
    '/api/orders/{id}/checkout': order,
    '/api/uploads': upload,
    '/api/uploads/{id}': upload,
    '/api/reports/runs/{runId}': { runId: ordered.runId },
  }
})
afterAll(() => described.service.close())

/** Values that are allowed whatever the log contains. */
const usualValues = { from: '2026-11-01', to: '2026-11-30', variant: '(none)' }
const wrong = ['', ' ', 'x', '-1', '0', '1.5', '1e99', 'null', '2026-02-30', '\u0000', 'ä', 'x'.repeat(300)]

type Parameter = NonNullable<Operation['parameters']>[number]

/**
 * Returns a fast-check arbitrary that generates requests without a body. Their parameters identify existing data, or
 * are random or wrong.
 */
function requestsOf(operation: Operation, parameters: Parameter[]): fc.Arbitrary<Values> {
  const known = { ...usualValues, ...existing[operation.path] } as Record<string, string>
  const chosen = parameters.map(({ in: place, name, schema, required }) => {
    const random = described.valuesOf(schema)
    const usual = known[name] === undefined ? random : fc.constant(known[name])
    return fc
      .oneof(
        { weight: 12, arbitrary: required ? usual : fc.option(usual, { nil: undefined }) },
        { weight: 2, arbitrary: random },
        { weight: 1, arbitrary: fc.constantFrom(undefined, ...wrong) },
      )
      .map((value) => ({ place, name, value }))
  })
  return fc.tuple(...chosen).map((all) => {
    const values: Values = { path: {}, query: {}, header: {} }
    for (const { place, name, value } of all)
      // `-` replaces an empty or missing path parameter, because the URL would otherwise match another route.
      if (value !== undefined || place === 'path')
        values[place][name] = value || (place === 'path' ? '-' : value)
    return values
  })
}

describe('parameters that the OpenAPI document', { timeout: 240_000 }, () => {
  test('allows are accepted, and those that it forbids are refused, with a documented response', async () => {
    for (const operation of described.operations) {
      const { parameters = [] } = operation
      if (parameters.length === 0) continue
      const checks = parameters.map((parameter) => ({
        ...parameter,
        isAllowed: described.allowedBy(parameter.schema),
      }))
      await fc.assert(
        fc.asyncProperty(requestsOf(operation, parameters), async (values) => {
          const response = await described.send(operation, values)
          const about = `${operation.method} ${operation.path} ${JSON.stringify(values).slice(0, 1500)}`
          const body = await expectDocumented(operation, response)
          const forbidden = checks.filter(({ in: place, name, required, isAllowed }) => {
            const value = values[place][name]
            return value === undefined ? required : !isAllowed(value)
          })
          if (forbidden.length > 0) expect([400, 404, 422], about).toContain(response.status)
          // Requests of this test have no body, which an operation may refuse.
          else if (response.status === 400 && !operation.requestBody)
            expect(relations, about).toContain((body as Refusal).parameter)
        }),
        { numRuns: allVariants ? 40 : 15, seed: 20261120, endOnFailure: true },
      )
    }
  })
})

interface Refusal {
  parameter: string
}

/** Parameters with rules that no schema can express, because they depend on another parameter or on the log. */
const relations = [
  'to',
  'and',
  'per',
  'asOf',
  'variant',
  'changes',
  'figure',
  'funnel',
  'funnelVersion',
  'source',
  'orders',
  'dayOf',
  'weekday',
  'hour',
]
