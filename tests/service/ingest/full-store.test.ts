import { expect, test } from 'vitest'
import { envelope, wireEvent } from '#tests/build-events.ts'
import { openTestService } from '#tests/service/harness.ts'

test('a full store returns 503 with Retry-After, keeps its data and accepts a retry completely', async () => {
  const service = await openTestService({ maxPages: 200 })
  try {
    const texts = { vorname: 'a'.repeat(900), nachname: 'b'.repeat(900), iban: 'c'.repeat(900) }
    const fill = () => envelope(Array.from({ length: 50 }, () => wireEvent('step', { form: texts })))
    let stored = 0
    let refused = await service.post(fill())
    while (refused.status === 200 && stored < 1000) {
      stored += refused.body.results.length
      refused = await service.post(fill())
    }
    expect(stored).toBeGreaterThan(0)
    expect(refused.status).toBe(503)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect(refused.headers.get('content-type')).toBe('application/problem+json')
    // The refused request must not be committed or kept in memory.
    expect(await service.store.log.head()).toBe(stored)
    expect(service.ingest.pending()).toBe(0)
    expect(service.lines.join('\n')).not.toContain('aaaa')
    // Reading still works while the store is full.
    expect(await service.store.log.read(0, 5)).toHaveLength(5)
    expect((await service.app.request('/healthz')).status).toBe(200)
  } finally {
    await service.close()
  }
})

test('too many pending events get a 503 at once', async () => {
  const service = await openTestService({ ingest: { size: 1000, maxPending: 2 } })
  try {
    const waiting = [1, 2].map(() => service.post(envelope([wireEvent('step')])))
    // Waits until the first two events are pending. The next one then exceeds `maxPending`.
    while (service.ingest.pending() < 2) await new Promise((resolve) => setImmediate(resolve))
    const { status, headers } = await service.post(envelope([wireEvent('start')]))
    expect(status).toBe(503)
    expect(headers.get('retry-after')).not.toBeNull()
    await service.ingest.flush()
    expect((await Promise.all(waiting)).map((answer) => answer.status)).toEqual([200, 200])
  } finally {
    await service.close()
  }
})
