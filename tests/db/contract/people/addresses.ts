import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type OpenStore, appendTo, testStores, newEvent } from '#tests/db/contract/setup.ts'

const composed = 'müller@bücher.de'.normalize('NFC')
const decomposed = composed.normalize('NFD')

const spellings = [
  composed,
  decomposed,
  'MÜLLER@Bücher.DE'.normalize('NFD'),
  'müller@xn--bcher-kva.de'.normalize('NFC'),
  'Müller@XN--BCHER-KVA.de'.normalize('NFD'),
  ` ${composed} `,
]

const withAddress = (email: string, runId = randomUUID()) =>
  newEvent({ type: 'email', runId, personal: { form: { email } } })

export function addressesContract(open: OpenStore) {
  const { store: openStore } = testStores(open)

  describe('an e-mail address', () => {
    test('matches whether it is composed or decomposed, and with its domain in Unicode or ASCII', async () => {
      const store = await openStore()
      const runIds = spellings.map(() => randomUUID())
      await appendTo(store, [
        ...spellings.map((email, index) => withAddress(email, runIds[index])),
        withAddress('muller@bücher.de'),
        withAddress('müller@bucher.de'),
      ])
      const all = runIds.map((runId) => ({ runId, isLatestEmail: true }))
      for (const email of spellings) expect(await store.people.findRuns(email), email).toEqual(all)
    })

    test('does not count as another address in another spelling', async () => {
      const store = await openStore()
      const runId = randomUUID()
      await appendTo(store, [withAddress(composed, runId), withAddress(decomposed, runId)])
      expect(await store.people.findRuns(composed)).toEqual([{ runId, isLatestEmail: true }])
    })
  })
}
