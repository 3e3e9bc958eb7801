import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPostgresStore } from '#db/postgres/open.ts'
import type { DeskOrder } from '#domain/desk/order-contract.ts'
import { withdrawalPath } from '#domain/site/contact-contract.ts'
import { dayMs, hourMs } from '#domain/time/durations.ts'
import { projectNext } from '#service/projections/project-next.ts'
import { anmeldungForm } from '#tests/build-events.ts'
import { postgresDatabases } from '#tests/postgres/databases.ts'
import { postJson } from '#tests/service/mail/open-emails.ts'
import type { OrderedRun } from '#tests/service/orders/ordered-run.ts'
import { type Desk, openDesk } from './open-desk.ts'

const databases = postgresDatabases('file')
const engines: [string, () => Promise<Parameters<typeof openDesk>[0]>][] = [
  ['SQLite', async () => ({})],
  [
    'PostgreSQL',
    async () => {
      const url = await databases.url()
      return { openStore: (piiKey) => openPostgresStore({ url, piiKey, supervise: false }) }
    },
  ],
]

describe.each(engines)('a command of the page on %s', (_, options) => {
  let desk: Desk
  beforeAll(async () => void (desk = await openDesk(await options())))
  afterAll(() => desk.close())

  const statusOf = async (run: OrderedRun) => (await desk.read<DeskOrder>(`/orders/${run.order.id}`)).status
  const refusal = async (run: OrderedRun, body: object) => {
    const response = await desk.command(run, body)
    const { type } = (await response.json()) as { type: string }
    return [response.status, type.split(':').at(-1)]
  }

  /** Declares the withdrawal of an order without a proof. */
  async function declare(run: OrderedRun) {
    await desk.emails.project()
    const { email, vorname, nachname } = anmeldungForm
    const declaration = { name: `${vorname} ${nachname}`, email, orderNumber: run.order.number, details: '' }
    expect((await postJson(desk.emails.app, withdrawalPath, declaration)).status).toBeLessThan(300)
    await expect.poll(() => run.types()).toContain('withdrawal_declared')
  }

  test('submit makes the letter due at once, and is refused before the customer had time to change data', async () => {
    const run = await desk.paidRun()
    expect(await refusal(run, { command: 'submit' })).toEqual([409, 'not-due'])
    const { store, clock } = desk
    clock.advance(3 * hourMs)
    const step = { size: 100, destinations: ['letters' as const], submitAfterMs: 9 * dayMs, now: clock.now() }
    while ((await projectNext(store, await store.projections.live(), step)).kind !== 'idle');
    const [waiting] = await store.outbox.list({ destination: 'letters', state: 'pending', limit: 1 })
    expect(waiting!.nextAttemptAt).toBeGreaterThan(clock.now())
    expect((await desk.command(run, { command: 'submit' })).status).toBe(200)
    const [due] = await store.outbox.list({ destination: 'letters', state: 'pending', limit: 1 })
    expect(due!.nextAttemptAt).toBeLessThanOrEqual(clock.now())
    expect((await desk.auditOf(run)).toReversed()).toEqual([
      'Anna submit',
      'Anna submit refused not-due',
      'Anna submit',
    ])
  })

  test('revoke lets an order with a declared withdrawal continue', async () => {
    const run = await desk.paidRun()
    expect(await refusal(run, { command: 'revoke' })).toEqual([409, 'none'])
    await declare(run)
    expect(await statusOf(run)).toBe('withdrawal_declared')
    expect((await desk.rowOf(run))?.work).toBe('decide')
    expect((await desk.command(run, { command: 'revoke' })).status).toBe(200)
    expect(await statusOf(run)).toBe('paid')
    const { timeline } = await desk.read<DeskOrder>(`/orders/${run.order.id}`)
    expect(timeline.at(-1)).toMatchObject({ type: 'withdrawal_revoked', by: 'operator', reason: null })
  })

  test('decline ends a withdrawal that was declared after the letter was sent, for a reason that is true', async () => {
    const run = await desk.submittedRun()
    expect((await desk.command(run, { command: 'sent' })).status).toBe(200)
    desk.clock.advance(4 * hourMs)
    await desk.logIn()
    await declare(run)
    expect(await desk.rowOf(run)).toMatchObject({ work: 'decide', due: true })
    expect(await refusal(run, { command: 'decline', reason: 'late' })).toEqual([409, 'not-late'])
    expect((await desk.command(run, { command: 'decline', reason: 'performed' })).status).toBe(200)
    expect(await statusOf(run)).toBe('sent')
    const { timeline, audit } = await desk.read<DeskOrder>(`/orders/${run.order.id}`)
    expect(timeline.at(-1)).toMatchObject({ type: 'withdrawal_declined', reason: 'performed' })
    const declines = audit.filter(({ action }) => action === 'decline')
    expect(declines.map(({ reason, refused }) => [reason, refused])).toEqual([
      ['performed', null],
      [null, 'not-late'],
      ['late', null],
    ])
  })
})
