// @module-tag slow
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callback } from '#tests/service/orders/ordered-run.ts'
import { allVariants } from '#tests/variants.ts'
import { changedValues } from './change-value.ts'
import {
  type DescribedService,
  type Operation,
  type Values,
  expectDocumented,
  openDescribedService,
} from './described-operations.ts'

let described: DescribedService
beforeAll(async () => {
  described = await openDescribedService()
})
afterAll(() => described.service.close())

/** Returns how many bodies an operation is tested with. */
function runsOf({ path }: Operation): number {
  if (path === '/api/events') return allVariants ? 200 : 70
  return allVariants ? 60 : 20
}

const bodyOf = ({ requestBody }: Operation) => requestBody?.content['application/json']?.schema

/**
 * Sends a request. Signs it if it is a payment report, because the service would otherwise refuse it before it checks
 * the body.
 */
async function send(operation: Operation, values: Values): Promise<Response> {
  if (operation.path !== '/api/payments/webhook') return described.send(operation, values)
  const signed = callback({}, { now: described.service.clock.now(), body: JSON.stringify(values.body) })
  return described.service.app.request(operation.path, signed)
}

/**
 * Returns the statuses with which an operation may refuse a body that the document forbids. For a payment report, 422
 * is not allowed: it means that the body is valid but does not fit the order.
 */
const malformed = ({ path }: Operation) => (path === '/api/payments/webhook' ? [400] : [400, 422])

describe('a body that the OpenAPI document', { timeout: 240_000 }, () => {
  test('allows is accepted, and one that it forbids is refused, with a documented response', async () => {
    for (const operation of described.operations) {
      const schema = bodyOf(operation)
      if (!schema) continue
      const isAllowed = described.allowedBy(schema)
      const requests = described.requestsOf(operation).chain((values) =>
        fc.oneof(
          { weight: 1, arbitrary: fc.constant({ at: 'unchanged', values }) },
          {
            weight: 3,
            arbitrary: changedValues(values.body).map(({ at, changed }) => ({
              at,
              values: { ...values, body: changed },
            })),
          },
        ),
      )
      await fc.assert(
        fc.asyncProperty(requests, async ({ at, values }) => {
          const response = await send(operation, values)
          const about = `${operation.path} at ${at}: ${JSON.stringify(values).slice(0, 2000)}`
          const body = await expectDocumented(operation, response)
          const allowed = isAllowed(values.body)
          if (operation.path === '/api/events' && Array.isArray((body as Results).results)) {
            const refused = (body as Results).results.some(({ status }) => status === 'rejected')
            if (allowed) expectOnlyRulesRefuse(values.body, body as Results)
            else expect(refused, about).toBe(true)
          } else if (allowed && !refusesRange(body as Results))
            expect(malformed(operation), about).not.toContain(response.status)
          else if (allowed) expect(response.status, about).toBe(400)
          else expect(malformed(operation), about).toContain(response.status)
        }),
        { numRuns: runsOf(operation), seed: 20261120, endOnFailure: true },
      )
    }
  })
})

interface Results {
  results: { status: string; issues?: { path: string }[] }[]
  /** Issues of a body that was refused as a whole. */
  issues?: { path: string }[]
}

/** Returns whether a body was refused only because its range of days is reversed or too long, which no schema expresses. */
function refusesRange(body: Results | undefined): boolean {
  const issues = body?.issues ?? []
  return issues.length > 0 && issues.every(({ path }) => path === 'to')
}

/**
 * Expects that events which match the schema were rejected only by rules that no schema can express. Such rules apply
 * to a whole event or to the form of an order.
 */
function expectOnlyRulesRefuse(sent: unknown, { results }: Results): void {
  const { events } = sent as { events: { type: string }[] }
  for (const [index, result] of results.entries())
    if (result.status === 'rejected' && !result.issues!.some(({ path }) => path === '')) {
      expect(events[index]!.type, JSON.stringify([result, events[index]]).slice(0, 1500)).toBe('complete')
      for (const { path } of result.issues!) expect(path).toMatch(/^(?:form|data\.texts)\./)
    }
}
