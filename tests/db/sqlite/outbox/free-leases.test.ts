import { expect, test } from 'vitest'
import type { Store } from '#db/ports/store.ts'
import { noon } from '#tests/build-events.ts'
import { appendTo, newEvent, projectionCommit, second } from '#tests/db/contract/setup.ts'
import { temporaryStores } from '#tests/db/sqlite/temporary-folder.ts'

const { open } = temporaryStores()
const destination = 'webhook'
const message = { destination, position: 1, runId: 'run-1', eventType: 'step', sequence: 1 } as const

const claim = async (store: Store) => {
  const rows = await store.outbox.claimDue({ destination, now: noon, leaseMs: 25 * second, limit: 9 })
  return rows.map(({ messageId }) => messageId)
}

test('a service that starts frees the leases of the previous one; a command-line tool does not', async () => {
  const before = await open({ exclusive: true })
  await appendTo(before, [newEvent({ runId: 'run-1' })])
  await before.projections.commit(projectionCommit({ messages: [{ ...message, messageId: 'msg_1' }] }))
  await before.outbox.retry({ id: 1 }, noon)
  expect(await claim(before)).toEqual(['msg_1'])

  const tool = await open()
  expect(await claim(tool)).toEqual([])
  await before.close()

  const next = await open({ exclusive: true })
  expect(await claim(next)).toEqual(['msg_1'])
})
