import { describe, expect, test } from 'vitest'
import { StoreUnavailable } from '#db/ports/store.ts'
import { addressesContract } from '#tests/db/contract/people/addresses.ts'
import { archiveContract } from '#tests/db/contract/log/archive.ts'
import { removableRunsContract } from '#tests/db/contract/log/removable-runs.ts'
import { appendContract } from '#tests/db/contract/log/append.ts'
import { acknowledgementsContract } from '#tests/db/contract/outbox/acknowledgements.ts'
import { contentsContract } from '#tests/db/contract/outbox/contents.ts'
import { messagesContract } from '#tests/db/contract/outbox/messages.ts'
import { operatorsContract } from '#tests/db/contract/operators.ts'
import { orderCommandsContract } from '#tests/db/contract/reports/order-commands.ts'
import { searchContract } from '#tests/db/contract/people/search.ts'
import { duplicatesContract } from '#tests/db/contract/log/duplicates.ts'
import { keptCountsContract } from '#tests/db/contract/reports/kept-counts.ts'
import { keptCreditsContract } from '#tests/db/contract/reports/kept-credits.ts'
import { keptOrdersContract } from '#tests/db/contract/reports/kept-orders.ts'
import { handoversContract } from '#tests/db/contract/handovers.ts'
import { documentsContract } from '#tests/db/contract/documents/documents.ts'
import { numberingContract } from '#tests/db/contract/log/numbering.ts'
import { exclusionsContract } from '#tests/db/contract/log/exclusions.ts'
import { firstStartContract } from '#tests/db/contract/log/first-start.ts'
import { operationalEventsContract } from '#tests/db/contract/log/operational-events.ts'
import { ordersContract } from '#tests/db/contract/reports/orders.ts'
import { peopleContract } from '#tests/db/contract/people/people.ts'
import { projectionsContract } from '#tests/db/contract/reports/projections.ts'
import { listedOrdersContract } from '#tests/db/contract/reports/listed-orders.ts'
import { reportsContract } from '#tests/db/contract/reports/reports.ts'
import { retentionContract } from '#tests/db/contract/people/retention.ts'
import { runListsContract } from '#tests/db/contract/reports/run-lists.ts'
import { sinceContract } from '#tests/db/contract/reports/since.ts'
import { runReadsContract } from '#tests/db/contract/log/run-reads.ts'
import { sessionsContract } from '#tests/db/contract/sessions.ts'
import { textsContract } from '#tests/db/contract/texts.ts'
import { type ChangeRows, type OpenStore, appendTo, testStores, newEvent } from '#tests/db/contract/setup.ts'
import { uploadRoomContract } from '#tests/db/contract/uploads/upload-room.ts'
import { uploadsContract } from '#tests/db/contract/uploads/uploads.ts'
import { usersContract } from '#tests/db/contract/users.ts'
import { vaultContract } from '#tests/db/contract/people/vault.ts'

/**
 * The tests that every implementation of the `Store` interface must pass, by topic. Each topic has a test file per
 * engine, so that the topics run side by side.
 */
const contracts = {
  log: [
    appendContract,
    duplicatesContract,
    firstStartContract,
    runReadsContract,
    exclusionsContract,
    numberingContract,
    operationalEventsContract,
    archiveContract,
    removableRunsContract,
    openingContract,
  ],
  people: [
    vaultContract,
    uploadsContract,
    uploadRoomContract,
    addressesContract,
    peopleContract,
    retentionContract,
    documentsContract,
    searchContract,
  ],
  reports: [
    projectionsContract,
    reportsContract,
    keptCountsContract,
    keptOrdersContract,
    keptCreditsContract,
    listedOrdersContract,
    runListsContract,
    sinceContract,
    ordersContract,
  ],
  outbox: [
    messagesContract,
    contentsContract,
    acknowledgementsContract,
    orderCommandsContract,
    sessionsContract,
    usersContract,
    handoversContract,
    textsContract,
    operatorsContract,
  ],
} satisfies Record<string, ((open: OpenStore, changeRows: ChangeRows) => void)[]>

/** A database engine. */
export interface Engine {
  name: string
  open: OpenStore
  changeRows: ChangeRows
}

/** Declares the tests of a topic. */
export function storeContract(topic: keyof typeof contracts, { name, open, changeRows }: Engine) {
  describe(`the store contract on ${name}: ${topic}`, () => {
    for (const contract of contracts[topic]) contract(open, changeRows)
  })
}

function openingContract(open: OpenStore) {
  describe('opening and closing', () => {
    const { pair, store: openStore } = testStores(open)

    test('a second process reads the events that the first one stored', async () => {
      const [one, other] = await pair()
      await appendTo(one, [newEvent({ personal: { form: { vorname: 'Ada' } } })])
      expect(await other.log.head()).toBe(1)
      expect(await other.vault.read((await other.log.read(0, 1))[0]!.runId)).toHaveLength(1)
    })

    test('finishes running calls before it closes', async () => {
      const [one, other] = await pair()
      const running = Array.from({ length: 10 }, () => appendTo(one, [newEvent()]))
      await one.close()
      await Promise.all(running)
      expect(await other.log.head()).toBe(10)
    })

    test('a closed store reports that it is closed, and closing it twice is harmless', async () => {
      const store = await openStore()
      await store.ready()
      await Promise.all([store.close(), store.close()])
      await expect(store.log.head()).rejects.toThrow(StoreUnavailable)
      await expect(appendTo(store, [newEvent()])).rejects.toThrow(StoreUnavailable)
      await expect(store.ready()).rejects.toThrow(StoreUnavailable)
    })
  })
}
