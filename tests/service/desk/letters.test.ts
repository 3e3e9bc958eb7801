import { PDFDocument } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SentResult } from '#domain/desk/desk-contract.ts'
import type { DeskQueue } from '#domain/desk/queue-contract.ts'
import { createPrinter } from '#service/desk/print-letters.ts'
import { type Desk, openDesk } from './open-desk.ts'

let desk: Desk
beforeAll(async () => void (desk = await openDesk()))
afterAll(() => desk.close())

const letters = (...ids: string[]) => desk.get(`/letters?orders=${ids.join(',')}`)
const problem = async (response: Response) => [response.status, (await response.json()) as object] as const

test('are printed as one PDF in the order of the request, and the queue shows who printed them', async () => {
  const one = await desk.freeze(await desk.submittedRun(), 2)
  const other = await desk.freeze(await desk.submittedRun(), 3)
  expect((await desk.rowOf(one))!.printed).toBeNull()
  const response = await letters(other.order.id, one.order.id)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect((await PDFDocument.load(await response.arrayBuffer())).getPageCount()).toBe(5)
  expect(await desk.auditOf(one)).toEqual(['Anna print-letter'])
  const { printed } = (await desk.rowOf(one))!
  expect(printed).toEqual({ at: new Date(desk.clock.now()).toISOString(), by: 'Anna' })
})

test('of orders that are not handed over, or withdrawn since, are not printed, and the answer names them', async () => {
  const good = await desk.freeze(await desk.submittedRun(), 1)
  const paid = await desk.freeze(await desk.paidRun(), 1)
  const withdrawn = await desk.freeze(await desk.submittedRun(), 1)
  expect((await desk.command(withdrawn, { command: 'withdraw' })).status).toBe(200)
  expect(await problem(await letters(good.order.id, paid.order.id, withdrawn.order.id))).toMatchObject([
    409,
    { type: 'urn:formlotse:problem:not-submitted', orders: [paid.order.number, withdrawn.order.number] },
  ])
  expect(await desk.auditOf(good)).toEqual([])
  expect((await desk.auditOf(withdrawn))[0]).toBe('Anna print-letter refused not-submitted')
  expect((await desk.rowOf(good))!.printed).toBeNull()
})

test('whose documents are erased are missing', async () => {
  const run = await desk.submittedRun()
  expect(await problem(await letters(run.order.id))).toMatchObject([
    409,
    { type: 'urn:formlotse:problem:missing', orders: [run.order.number] },
  ])
})

test('are asked for by the ids of existing orders, and nothing else gets into the audit', async () => {
  expect((await letters('')).status).toBe(400)
  expect((await letters("x'; DROP TABLE audit")).status).toBe(400)
  expect((await letters('00000000-0000-4000-8000-000000000000')).status).toBe(404)
})

test('are put together for two batches at the same time, not for more', async () => {
  const held = Promise.withResolvers<undefined>()
  const print = createPrinter({ documents: { ...desk.store.documents, read: () => held.promise } })
  const facts = { runId: 'r', kind: 'letter', version: 1 } as Parameters<typeof print>[0][number]
  const running = [print([facts]), print([facts])]
  expect(await print([facts])).toEqual({ code: 'busy' })
  held.resolve(undefined)
  expect(await Promise.all(running)).toEqual([{ code: 'missing' }, { code: 'missing' }])
  expect(await print([facts])).toEqual({ code: 'missing' })
})

const group = (queue: DeskQueue) => queue.groups.find(({ work }) => work === 'send')!

describe('several letters reported as posted', () => {
  test('are recorded one by one, and each order that is not changed has its reason', async () => {
    const [one, other] = [await desk.submittedRun(), await desk.submittedRun()]
    const paid = await desk.paidRun()
    const unknown = '00000000-0000-4000-8000-000000000000'
    const orderIds = [one.order.id, other.order.id, paid.order.id, unknown]
    const response = await desk.post('/sent', { orderIds })
    expect(((await response.json()) as SentResult).results).toEqual([
      { orderId: one.order.id, number: one.order.number, code: 'done' },
      { orderId: other.order.id, number: other.order.number, code: 'done' },
      { orderId: paid.order.id, number: paid.order.number, code: 'not-submitted' },
      { orderId: unknown, number: null, code: 'unknown-order' },
    ])
    expect(await one.types()).toContain('sent')
    expect(await desk.auditOf(other)).toEqual(['Anna sent'])
    expect(await desk.auditOf(paid)).toEqual(['Anna sent refused not-submitted', 'Anna sent'])
  })

  test('leave the queue at once, before the projection knows of it', async () => {
    const run = await desk.submittedRun()
    const before = group(await desk.queue())
    expect(before.rows.map(({ orderId }) => orderId)).toContain(run.order.id)
    await desk.post('/sent', { orderIds: [run.order.id] })
    const after = group(await desk.read<DeskQueue>('/queue'))
    expect(after.rows.map(({ orderId }) => orderId)).not.toContain(run.order.id)
    expect(after.count).toBe(before.count - 1)
  })

  test('are at most 50, and only orders', async () => {
    const id = '00000000-0000-4000-8000-000000000000'
    for (const orderIds of [[], Array.from({ length: 51 }, () => id), ['x']])
      expect((await desk.post('/sent', { orderIds })).status).toBe(400)
  })
})
