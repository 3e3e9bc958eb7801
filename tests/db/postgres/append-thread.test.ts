import { expect, test } from 'vitest'
import { createAppendThread } from '#db/postgres/append-thread.ts'
import { StoreUnavailable } from '#db/store.ts'

const nothing = { events: [], rejected: [], now: 0, dedupeWindowMs: 0 }

test('a thread that dies fails the appends that wait, and the next append starts another', async () => {
  const appends = createAppendThread(
    {
      url: 'postgres://nobody@127.0.0.1:1/nowhere',
      lockTimeoutMs: 1000,
      statementTimeoutMs: 1000,
      connections: 1,
      // The thread ends on it before it takes an append.
      piiKey: new Uint8Array(3),
    },
    () => {},
  )
  const both = await Promise.allSettled([appends.append(nothing), appends.append(nothing)])
  for (const one of [...both, ...(await Promise.allSettled([appends.append(nothing)]))]) {
    expect(one).toMatchObject({ status: 'rejected', reason: expect.any(StoreUnavailable) as Error })
    expect(String((one as PromiseRejectedResult).reason)).toMatch(
      /has ended \(the key for personal data has 3 bytes/,
    )
  }
  await appends.end()
})
