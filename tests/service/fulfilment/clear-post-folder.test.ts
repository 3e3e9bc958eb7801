import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { dayMs } from '#domain/time/durations.ts'
import { clearPostFolder } from '#service/fulfilment/letters/clear-post-folder.ts'
import { changeOrder } from '#service/orders/change-order.ts'
import { decideHandOver, decidePayment } from '#domain/orders/decide-order.ts'
import { createPostFolder } from '#service/outbox/destinations/letter/post-folder.ts'
import { serviceEvent } from '#service/orders/service-events.ts'
import { orderRun } from '#tests/service/orders/ordered-run.ts'
import { aLetter } from '#tests/service/outbox/letter/a-letter.ts'
import { silent } from '#tests/service/projections/projected-store.ts'
import {
  type Engine,
  commandsOf,
  fulfilmentEngines,
  openFulfilment,
  temporaryFolder,
} from './open-fulfilment.ts'

const signal = new AbortController().signal

/** Puts the letters of `count` orders, which are handed over, into a folder. */
async function handOver(engine: Engine, count: number) {
  const opened = await openFulfilment(engine)
  const { store, clock } = opened
  const place = path.join(await temporaryFolder(), 'post')
  const folder = createPostFolder({ folder: place, now: clock.now })
  const ids: string[] = []
  for (let made = 0; made < count; made += 1) {
    const { id, number: orderNumber } = (await orderRun(opened)).order
    await commandsOf(opened, id).pay()
    await changeOrder(store.log, id, (order) => decideHandOver(order, id), { now: clock.now() })
    await folder.submit(aLetter({ id, orderNumber }), signal)
    ids.push(id)
  }
  const clear = () => clearPostFolder({ store, folder, keepUnknown: 90 * dayMs, now: clock.now, log: silent })
  const letters = async () => (await folder.list()).map(({ letterId }) => letterId).toSorted()
  return { ...opened, place, folder, ids, clear, letters }
}

describe.each(fulfilmentEngines())('the post folder on $name', (engine) => {
  test('keeps the letters of open orders, and loses those of ended and erased ones', async () => {
    const opened = await handOver(engine, 6)
    const { store, clock, ids, clear, letters, place } = opened
    const [open, declared, sent, refunded, withdrawn, erased] = ids.map((id) => commandsOf(opened, id))
    await declared!.declare()
    await sent!.send()
    const refund = { paymentId: 'p-1', amountCents: 4999, status: 'refunded' as const }
    await changeOrder(store.log, ids[3]!, (order) => decidePayment(order, refund), { now: clock.now() })
    expect((await refunded!.order()).refunded).toBe(true)
    await withdrawn!.withdraw()
    const taken = (await store.log.find({ id: ids[5]! }))!
    const erasure = serviceEvent('erased', ids[5]!, {}, taken, clock.now())
    await store.log.append({ events: [erasure], rejected: [], now: clock.now(), dedupeWindowMs: 0 })
    expect((await erased!.order()).status).toBe('submitted')
    expect((await open!.order()).status).toBe('submitted')
    await clear()
    expect(await letters()).toEqual([ids[0]!, ids[1]!].toSorted())
    // The folder has two files per letter and the manifest.
    expect(await readdir(place)).toHaveLength(5)
  })

  test('keeps a letter whose order is unknown for the retention period of ended orders', async () => {
    const { clock, folder, clear, letters } = await handOver(engine, 0)
    const unknown = aLetter()
    await folder.submit(unknown, signal)
    clock.advance(90 * dayMs - 1)
    await clear()
    expect(await letters()).toEqual([unknown.id])
    clock.advance(1)
    await clear()
    expect(await letters()).toEqual([])
  })
})
