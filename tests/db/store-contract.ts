import { describe, expect, test } from 'vitest'
import { StoreUnavailable } from '#db/store.ts'
import { appendContract } from './contract/append.ts'
import { deliveriesContract } from './contract/deliveries.ts'
import { duplicatesContract } from './contract/duplicates.ts'
import { ordersContract } from './contract/orders.ts'
import { peopleContract } from './contract/people.ts'
import { projectionsContract } from './contract/projections.ts'
import { queueContract } from './contract/queue.ts'
import { reportsContract } from './contract/reports.ts'
import { runListsContract } from './contract/run-lists.ts'
import { touchedRunsContract } from './contract/touched-runs.ts'
import { type OpenStore, appendTo, fresh, newEvent } from './contract/setup.ts'
import { uploadsContract } from './contract/uploads.ts'
import { vaultContract } from './contract/vault.ts'

/** What every adapter of the store port must do; run on a real engine. */
export function storeContract(name: string, open: OpenStore) {
  describe(`the store contract on ${name}`, () => {
    appendContract(open)
    duplicatesContract(open)
    vaultContract(open)
    uploadsContract(open)
    projectionsContract(open)
    reportsContract(open)
    runListsContract(open)
    touchedRunsContract(open)
    deliveriesContract(open)
    queueContract(open)
    peopleContract(open)
    ordersContract(open)

    describe('opening and closing', () => {
      const { pair, store: openStore } = fresh(open)

      test('a second process sees what the first one has stored', async () => {
        const [one, other] = await pair()
        await appendTo(one, [newEvent({ personal: { form: { vorname: 'Ada' } } })])
        expect(await other.log.head()).toBe(1)
        expect(await other.vault.read((await other.log.read(0, 1))[0]!.runId)).toHaveLength(1)
      })

      test('finishes what is running before it closes', async () => {
        const [one, other] = await pair()
        const running = Array.from({ length: 10 }, () => appendTo(one, [newEvent()]))
        await one.close()
        await Promise.all(running)
        expect(await other.log.head()).toBe(10)
      })

      test('a closed store says so, and closing it twice is harmless', async () => {
        const store = await openStore()
        await store.ready()
        await Promise.all([store.close(), store.close()])
        await expect(store.log.head()).rejects.toThrow(StoreUnavailable)
        await expect(appendTo(store, [newEvent()])).rejects.toThrow(StoreUnavailable)
        await expect(store.ready()).rejects.toThrow(StoreUnavailable)
      })
    })
  })
}
