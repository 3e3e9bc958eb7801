import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openPostgresStore } from '#db/postgres/open.ts'
import { createWebhook } from '#service/outbox/destinations/webhook/webhook.ts'
import { createDispatcher } from '#service/outbox/dispatcher.ts'
import { decideAnswer, decideDeclaration, decideDecline } from '#domain/orders/decide-withdrawal.ts'
import { changeOrder } from '#service/orders/change-order.ts'
import { projectNext } from '#service/projections/project-next.ts'
import { anmeldungForm } from '#tests/build-events.ts'
import { eventually } from '#tests/eventually.ts'
import { postgresDatabases } from '#tests/postgres/databases.ts'
import { orderRun } from '#tests/service/orders/ordered-run.ts'
import { type TestOptions, openTestService } from '#tests/service/harness.ts'
import { pino } from 'pino'
import { openReceiver } from './receiver.ts'
import { secret } from './open-outbox.ts'

const databases = postgresDatabases()
const engines: [string, () => Promise<Partial<TestOptions>>][] = [
  ['SQLite', async () => ({})],
  [
    'PostgreSQL',
    async () => {
      const url = await databases.url()
      return { openStore: (piiKey) => openPostgresStore({ url, piiKey, supervise: false }) }
    },
  ],
]

/** Opens a service with one order, and a webhook receiver. Messages are sent only while `send` or `tryFor` runs. */
async function openOrder(options: Partial<TestOptions>) {
  const service = await openTestService({ ...options, now: Date.now() })
  const receiver = await openReceiver()
  onTestFinished(async () => {
    await receiver.close()
    await service.close()
  })
  const { store, clock } = service
  const run = await orderRun(service)
  const { id } = run.order

  async function project(): Promise<void> {
    const step = { size: 100, destinations: ['webhook'] as const, now: clock.now() }
    while ((await projectNext(store, await store.projections.live(), step)).kind !== 'idle');
  }
  const forward = () => {
    const webhook = createWebhook({
      store,
      now: clock.now,
      endpoint: {
        url: receiver.url,
        secrets: [secret],
        schedule: [0, 5000, 300_000],
        timeoutMs: 5000,
        forwardDrafts: 'on',
      },
    })
    return createDispatcher({
      store,
      destinations: [webhook],
      now: clock.now,
      random: () => 0.5,
      log: pino({ level: 'silent' }),
      pollMs: 20,
    })
  }
  async function tryFor(ms: number): Promise<void> {
    const forwarder = forward()
    await setTimeout(ms)
    await forwarder.stop()
  }
  async function send(expected: string[]): Promise<void> {
    const forwarder = forward()
    try {
      await eventually(() => expect(receiver.received.length).toBeGreaterThanOrEqual(expected.length))
      await eventually(async () => expect(await store.outbox.countRetrying('webhook')).toBe(0))
    } finally {
      await forwarder.stop()
    }
    expect(receiver.received.map(({ message }) => message.meta.event)).toEqual(expected)
  }
  const now = clock.now()
  const declaration = { statement: randomUUID(), receivedAt: now, concludedAt: now, proven: false }
  return {
    store,
    receiver,
    run,
    project,
    send,
    tryFor,
    declare: (concludedAt = now) =>
      changeOrder(store.log, id, (order) => decideDeclaration(order, { ...declaration, concludedAt }), {
        now,
      }),
    decide: (answer: 'confirmation' | 'objection') =>
      changeOrder(store.log, id, (order) => decideAnswer(order, answer), { now }),
    decline: () => changeOrder(store.log, id, (order) => decideDecline(order, 'late'), { now }),
    states: async () =>
      (await store.outbox.list({ limit: 20 })).toReversed().map((one) => `${one.eventType} ${one.state}`),
  }
}

describe.each(engines)('the messages of a declared withdrawal on %s', (_, engine) => {
  test('are sent before held messages, which an objection releases', { timeout: 60_000 }, async () => {
    const { run, project, send, declare, decide, states, receiver } = await openOrder(await engine())
    await project()
    await declare()
    expect((await run.callback()).status).toBe(200)
    await project()
    expect(await states()).toEqual([
      'start held',
      'complete held',
      'withdrawal_declared pending',
      'paid held',
    ])
    await send(['withdrawal_declared'])
    expect(receiver.received[0]!.message).toMatchObject({
      meta: { sequence: 3, completionStatus: 'completed' },
      personalData: {},
      address: {},
      payment: {},
      uploads: {},
      generated: { orderId: run.order.id, orderNumber: run.order.number },
    })
    expect(receiver.received[0]!.body).not.toContain(anmeldungForm.nachname)
    await decide('objection')
    await project()
    await send(['withdrawal_declared', 'start', 'complete', 'paid', 'withdrawal_revoked'])
    expect(receiver.received.map(({ message }) => message.meta.sequence)).toEqual([3, 1, 2, 4, 5])
  })

  test('release what was held if an operator declines the withdrawal', { timeout: 60_000 }, async () => {
    const { project, send, declare, decline, states } = await openOrder(await engine())
    await project()
    await declare(Date.now() - 30 * 24 * 3_600_000)
    await project()
    expect(await states()).toEqual(['start held', 'complete held', 'withdrawal_declared pending'])
    expect((await decline()).code).toBe('changed')
    await project()
    await send(['start', 'complete', 'withdrawal_declared', 'withdrawal_declined'])
  })

  test('are the only ones sent after the withdrawal is final', { timeout: 60_000 }, async () => {
    const { project, send, declare, decide, states } = await openOrder(await engine())
    await declare()
    await project()
    await decide('confirmation')
    await project()
    await send(['withdrawal_declared', 'withdrawn'])
    expect(await states()).toEqual([
      'start discarded',
      'complete discarded',
      'withdrawal_declared delivered',
      'withdrawn delivered',
    ])
  })

  test(
    'are held even if the projections have not processed the declaration yet',
    { timeout: 60_000 },
    async () => {
      const { project, send, tryFor, receiver, declare, decide, states, store } = await openOrder(
        await engine(),
      )
      await project()
      await declare()
      await tryFor(1000)
      expect(receiver.received).toEqual([])
      expect(await states()).toEqual(['start pending', 'complete pending'])
      expect((await store.outbox.get((await store.outbox.list({ limit: 1 }))[0]!.id))?.attempts).toEqual([])
      await decide('confirmation')
      await project()
      await send(['withdrawal_declared', 'withdrawn'])
      expect((await states()).slice(0, 2)).toEqual(['start discarded', 'complete discarded'])
    },
  )
})
