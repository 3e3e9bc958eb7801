import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { temporaryStores } from '#tests/db/sqlite/temporary-folder.ts'

const { file, open } = temporaryStores()

/**
 * Returns the number of pages in the WAL (`log`) and how many of them have been copied to the database file
 * (`checkpointed`). Changes nothing.
 */
function wal(): { log: number; checkpointed: number } {
  const sqlite = new Database(file(), { readonly: true })
  try {
    const [state] = sqlite.pragma('wal_checkpoint(NOOP)') as { log: number; checkpointed: number }[]
    return state!
  } finally {
    sqlite.close()
  }
}

/**
 * Commits 3,000 pages to the WAL. This number is between two limits. If at least 1,000 pages are not copied yet,
 * `checkpoint-ahead.ts` copies them into the database file. The writer itself copies pages only when the WAL has 8,000.
 */
async function writeMuch(store: Awaited<ReturnType<typeof open>>): Promise<void> {
  const text = 'x'.repeat(3000)
  const content = Buffer.from(text)
  const message = { destination: 'mail', content, createdAt: 0, nextAttemptAt: 0, attempts: 0 } as const
  await store.outbox.enqueue(
    Array.from({ length: 1500 }, (_, index) => ({ ...message, messageId: `${index}-${text}` })),
  )
}

test('the service’s commits are copied into the file before the writer has to copy them', async () => {
  const store = await open({ exclusive: true })
  await writeMuch(store)
  await expect.poll(() => wal().checkpointed).toBeGreaterThan(1000)
  expect(wal().log).toBeLessThan(8000)
  expect(await store.outbox.list({ limit: 2000 })).toHaveLength(1500)
})

test('a command-line tool does not copy them', async () => {
  const store = await open()
  await writeMuch(store)
  const { log, checkpointed } = wal()
  expect(log).toBeGreaterThan(1000)
  expect(checkpointed).toBe(0)
})
