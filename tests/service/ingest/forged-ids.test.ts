import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { v1, v3, v4, v5, v6, v7 } from 'uuid'
import { lapseSilentRuns } from '#service/runs/lapser.ts'
import { projectNext } from '#service/projections/project-next.ts'
import { envelope, noon, wireEvent } from '#tests/build-events.ts'
import { type TestService, openTestService } from '#tests/service/harness.ts'
import { orderRun } from '#tests/service/orders/ordered-run.ts'

let service: TestService
beforeEach(async () => {
  service = await openTestService()
})
afterEach(() => service.close())

const namespace = 'b7a1c0de-5e1f-4c0a-9f6e-0d4f1e8a2c55'
/**
 * Returns the id that old versions gave to an event created by the service. An example of `subject` is `paid:` with an
 * order id. Clients could guess such ids.
 */
const guessed = (subject: string) => v5(subject, namespace)

describe('a client’s event id', () => {
  test.each([
    ['1', v1()],
    ['3', v3('lapsed', namespace)],
    ['4', v4()],
    ['5', guessed('paid:order')],
    ['6', v6()],
    ['8', '0197a000-0000-8000-8000-000000000001'],
    ['nil', '00000000-0000-0000-0000-000000000000'],
    ['max', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
  ])('of version %s is rejected', async (_, id) => {
    const { status, body } = await service.post(envelope([wireEvent('step', { id })]))
    expect(status).toBe(422)
    expect(body.results).toMatchObject([{ id, status: 'rejected', issues: [{ path: 'id' }] }])
    expect(await service.store.log.head()).toBe(0)
  })

  test('of version 7 is stored, in either case of letters', async () => {
    const id = v7()
    const event = wireEvent('step', { id: id.toUpperCase() })
    expect((await service.post(envelope([event]))).body.results).toMatchObject([{ status: 'stored' }])
    const again = await service.post(envelope([{ ...event, id }]))
    expect(again.body.results).toMatchObject([{ status: 'duplicate', position: 1 }])
  })
})

/**
 * Appends an event of a client with the id of a service event. Old versions allowed this, because they did not check
 * the version of the UUID.
 */
async function forge(id: string): Promise<void> {
  const event = wireEvent('step')
  await service.post(envelope([event]))
  const stored = await service.store.log.find({ id: event.id })
  await service.store.log.append({ events: [{ ...stored!, id, runId: randomUUID() }] })
}

test('a payment is recorded even if a client has used the id that earlier versions gave to its event', async () => {
  const run = await orderRun(service)
  await forge(guessed(`paid:${run.order.id}`))
  expect((await run.callback()).status).toBe(200)
  expect(await run.status()).toBe('paid')
})

test('a payment that is a duplicate of another event is an error', async () => {
  const run = await orderRun(service)
  const start = await service.store.log.find({ id: run.startId })
  await service.store.log.append({
    events: [{ ...start!, id: v7(), once: `order-change:${run.order.id}:1` }],
  })
  expect((await run.callback()).status).toBe(500)
  expect(await run.status()).toBe('ordered')
  expect(service.lines.some((line) => /"level":50.*is a duplicate of position/.test(line))).toBe(true)
})

test('runs lapse even if a client has used the ids that earlier versions gave to their events', async () => {
  const { store } = service
  const runId = randomUUID()
  await service.post(envelope([wireEvent('start', { runId })]))
  await forge(guessed(`lapsed:${runId}:1`))
  while (
    (await projectNext(store, await store.projections.live(), { size: 10, now: service.clock.now() }))
      .kind !== 'idle'
  );
  const lapsing = { store, now: () => noon + 3_600_000, lapseAfterMs: 1000, log: pino({ level: 'silent' }) }
  expect((await lapseSilentRuns(lapsing)).lapsed).toBeGreaterThan(0)
  expect((await store.log.readRun(runId)).map(({ type }) => type)).toEqual(['start', 'lapsed'])
})
