import { describe, expect, test } from 'vitest'
import { noticesContract } from '#domain/reports/notices/shape.ts'
import { projectNext } from '#service/projections/project-next.ts'
import { noon } from '#tests/build-events.ts'
import { openDesk } from '#tests/service/desk/open-desk.ts'
import { testToken } from '#tests/service/harness.ts'

type App = Awaited<ReturnType<typeof openDesk>>['emails']['app']

async function waiting(app: App) {
  const response = await app.request('/api/reports/notices', {
    headers: { authorization: `Bearer ${testToken}` },
  })
  return noticesContract.shape.parse(await response.json()).waiting
}

describe.each([true, false])('with a letter service: %s', (letterService) => {
  test('an order waits for a person from its submission until its letter is posted', async () => {
    const desk = await openDesk({ letterService })
    try {
      const { app } = desk.emails
      const counts = async () => {
        await desk.emails.project()
        return (await waiting(app)).orders
      }
      const run = await desk.paidRun()
      expect(await counts()).toBe(0)
      await desk.freeze(await desk.submit(run), 1)
      expect(await counts()).toBe(letterService ? 0 : 1)
      const other = await desk.submittedRun()
      expect((await desk.command(other, { command: 'failed', reason: 'unprintable' })).status).toBe(200)
      expect(await counts()).toBe(letterService ? 1 : 2)
    } finally {
      await desk.close()
    }
  })
})

test('messages wait for a person if they are given up, or if the receiver takes no more', async () => {
  const desk = await openDesk()
  try {
    const { outbox } = desk.store
    const { app } = desk.emails
    await desk.paidRun()
    const { projections } = desk.store
    const step = { size: 100, now: desk.clock.now(), destinations: ['webhook'] as const }
    while ((await projectNext(desk.store, await projections.live(), step)).kind !== 'idle');
    expect((await waiting(app)).deliveries).toBe(0)
    const rows = await outbox.claimDue({
      destination: 'webhook',
      now: desk.clock.now(),
      leaseMs: 1000,
      limit: 99,
    })
    const { id, runId } = rows[0]!
    const failed = { number: 1, startedAt: noon, durationMs: 12, status: 400, error: 'HTTP 400' }
    await outbox.finish({ id, runId: runId! }, failed, { state: 'dead' })
    expect((await waiting(app)).deliveries).toBe(1)
    await outbox.stop('webhook', 'gone', desk.clock.now())
    const all = await outbox.countByState()
    const undelivered = all
      .filter(({ destination, state }) => destination === 'webhook' && state !== 'delivered')
      .reduce((sum, { count }) => sum + count, 0)
    expect(undelivered).toBeGreaterThan(1)
    expect((await waiting(app)).deliveries).toBe(undelivered)
  } finally {
    await desk.close()
  }
})
