// @module-tag slow
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { openPostgresStore } from '#db/postgres/open.ts'
import type { Store } from '#db/ports/store.ts'
import { orderRun } from '#tests/service/orders/ordered-run.ts'
import { programAt } from '#tests/speed/program-paths.ts'
import { preparing, workAll } from './deliver.ts'
import { type Fulfilling, commandsOf, fulfilmentEngines, openFulfilment } from './open-fulfilment.ts'

const engines = fulfilmentEngines()

const minute = 60_000

/** Creates paid orders; every second one has failed and is refunded. */
async function paidOrders(opened: Fulfilling, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const { order } = await orderRun(opened)
    await commandsOf(opened, order.id).pay()
  }
}

async function refundHalf(opened: Fulfilling): Promise<number> {
  const paid = (await opened.store.log.read(0, 1000)).filter(({ type }) => type === 'paid')
  const chosen = paid.filter((_, index) => index % 2 === 0)
  for (const { data } of chosen) {
    const { fail, refund } = commandsOf(opened, (data as { orderId: string }).orderId)
    await fail()
    await refund()
  }
  return chosen.length
}

/** Returns the numbers of the invoices or cancellation invoices in the log, sorted. */
async function numbersIn(store: Store, type: 'invoiced' | 'credited'): Promise<string[]> {
  const events = await store.log.read(0, 5000)
  return events.flatMap((event) => (event.type === type ? [event.data.number] : [])).toSorted()
}

const numbers = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}-2026-${String(index + 1).padStart(5, '0')}`)

/** Expects every invoice and cancellation invoice to be prepared and in the journal, with its number. */
async function expectComplete(opened: Fulfilling, invoices: number, cancellations: number): Promise<void> {
  const { store, journalFolder } = opened
  expect(await numbersIn(store, 'invoiced')).toEqual(numbers('RE', invoices))
  expect(await numbersIn(store, 'credited')).toEqual(numbers('ST', cancellations))
  const events = await store.log.read(0, 5000)
  const prepared = events.flatMap((event) =>
    event.type === 'prepared' ? [`${event.data.document} ${event.data.orderId}`] : [],
  )
  expect(new Set(prepared).size).toBe(prepared.length)
  const countOf = (kind: string) => prepared.filter((one) => one.startsWith(`${kind} `)).length
  expect(['confirmation', 'application', 'invoice', 'cancellation'].map(countOf)).toEqual([
    invoices,
    invoices,
    invoices,
    cancellations,
  ])
  for (const event of events) {
    if (event.type !== 'prepared') continue
    const { document: kind, version, sha256 } = event.data
    const frozen = await store.documents.list(event.runId)
    expect(frozen.find((one) => one.kind === kind && one.version === version)?.sha256).toBe(sha256)
  }
  const journal = await readFile(path.join(journalFolder, 'issued.jsonl'), 'utf8')
  const values = [...journal.matchAll(/"value":"([A-Z]{2}-[^"]+)"/g)].map(([, value]) => value!)
  expect(values.toSorted()).toEqual([...numbers('RE', invoices), ...numbers('ST', cancellations)])
}

// Up to twelve processes start one after another.
describe.each(engines)('numbers on $name', { timeout: 180_000 }, (engine) => {
  test('have no gap and are unique although the process is killed again and again', async () => {
    const opened = await openFulfilment(engine)
    const { store, clock, folder, url, piiKey, journalFolder } = opened
    await paidOrders(opened, 8)
    const script = programAt('tests/service/fulfilment/prepare-until-killed.ts')
    const database = url ?? path.join(folder, 'formlotse.db')
    const progress: number[] = []
    while ((progress.at(-1) ?? 0) < 8 && progress.length < 12) {
      const args = [script, database, piiKey.toString('hex'), journalFolder, String(clock.now())]
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
      await once(child.stdout, 'data')
      await sleep(40 + 15 * progress.length)
      child.kill('SIGKILL')
      await once(child, 'exit')
      // The leases of the killed process end.
      clock.advance(2 * minute)
      const given = await numbersIn(store, 'invoiced')
      expect(given).toEqual(numbers('RE', given.length))
      progress.push(given.length)
    }
    // The first processes were killed in the middle of their work.
    expect(progress[0]).toBeLessThan(8)
    await opened.work()
    const refunds = await refundHalf(opened)
    await opened.work()
    await expectComplete(opened, 8, refunds)
  })
})

test('two replicas on PostgreSQL share the numbers without a gap', async () => {
  const opened = await openFulfilment(engines[1])
  const { url, piiKey, clock, journalFolder, settings } = opened
  const other = await openPostgresStore({ url: url!, piiKey, supervise: false })
  try {
    const replica = await preparing(other, { journalFolder, now: clock.now })
    await paidOrders(opened, 10)
    await opened.project()
    await Promise.all([workAll(settings), workAll(replica), workAll(settings), workAll(replica)])
    const refunds = await refundHalf(opened)
    await opened.project()
    await Promise.all([workAll(settings), workAll(replica)])
    await expectComplete(opened, 10, refunds)
  } finally {
    await other.close()
  }
})
