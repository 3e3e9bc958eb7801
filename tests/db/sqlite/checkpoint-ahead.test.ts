import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { temporaryStores } from './temporary-folder.ts'

const { file, open } = temporaryStores()

/** In pages; asking changes nothing. */
function wal(): { log: number; checkpointed: number } {
  const sqlite = new Database(file(), { readonly: true })
  try {
    const [state] = sqlite.pragma('wal_checkpoint(NOOP)') as { log: number; checkpointed: number }[]
    return state!
  } finally {
    sqlite.close()
  }
}

/** Three thousand pages in one commit: more than are left to wait, and fewer than make the writer copy them itself. */
async function writeMuch(store: Awaited<ReturnType<typeof open>>): Promise<void> {
  const text = 'x'.repeat(3000)
  await store.queue.put(
    Array.from({ length: 1500 }, (_, index) => ({ queue: 'test', key: `${index}-${text}`, runAt: 0 })),
  )
}

test('what the service commits is copied into the file before the writer has to', async () => {
  const store = await open({ exclusive: true })
  await writeMuch(store)
  await expect.poll(() => wal().checkpointed).toBeGreaterThan(1000)
  expect(wal().log).toBeLessThan(8000)
  expect(await store.queue.claim('test', 1, 1000, 2000)).toHaveLength(1500)
})

test('a command-line tool leaves that to the service', async () => {
  const store = await open()
  await writeMuch(store)
  const { log, checkpointed } = wal()
  expect(log).toBeGreaterThan(1000)
  expect(checkpointed).toBe(0)
})
