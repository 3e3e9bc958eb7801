import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { envelope, wireEvent } from '#tests/build-events.ts'
import { type TestService, openTestService } from '#tests/service/harness.ts'

let service: TestService
beforeAll(async () => {
  service = await openTestService()
})
afterAll(() => service.close())

async function statusOf(body: string): Promise<number> {
  const response = await service.app.request('/api/events', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  return response.status
}

const awkward = ['__proto__', 'constructor', '', 0, -0, 1e308, 5e-324, [], {}, null, '\u0000', '\ud800']
const anything = fc.oneof(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(...awkward))
const types = fc.constantFrom('start', 'step', 'invalid', 'email', 'abandon', 'complete')
const runs = { numRuns: 120 }

test('any body gets a 4xx', async () => {
  const body = fc.oneof(fc.string({ unit: 'binary' }), fc.json())
  const property = fc.asyncProperty(body, async (text) => {
    const status = await statusOf(text)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
  })
  await fc.assert(property, runs)
})

test('any value of an event’s member gets a 4xx at most', async () => {
  const place = fc.constantFrom(...Object.keys(wireEvent('step')), '__proto__', 'extra')
  const property = fc.asyncProperty(types, place, anything, async (type, key, value) => {
    const kept = Object.entries(wireEvent(type)).filter(([name]) => name !== key)
    const event = Object.fromEntries([...kept, [key, value]]) as unknown
    expect(await statusOf(JSON.stringify(envelope([event])))).toBeLessThan(500)
  })
  await fc.assert(property, runs)
})

test('any value in a form gets a 4xx at most', async () => {
  const field = fc.oneof(fc.string(), fc.constantFrom('vorname', 'adresse', 'iban', 'email', 'constructor'))
  const property = fc.asyncProperty(types, fc.dictionary(field, anything), async (type, form) => {
    const step = type === 'complete' ? 4 : 1
    expect(await statusOf(JSON.stringify(envelope([wireEvent(type, { form, step })])))).toBeLessThan(500)
  })
  await fc.assert(property, runs)
})

test('any value in the context gets a 4xx at most', async () => {
  const { context } = envelope([])
  const place = fc.constantFrom(...Object.keys(context), 'attribution')
  const property = fc.asyncProperty(place, anything, async (key, value) => {
    const body = envelope([wireEvent('start')], { context: { ...context, [key]: value } })
    expect(await statusOf(JSON.stringify(body))).toBeLessThan(500)
  })
  await fc.assert(property, runs)
})
