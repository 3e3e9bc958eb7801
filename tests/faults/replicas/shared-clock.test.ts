// @module-tag slow
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { allVariants } from '#tests/variants.ts'
import { expectDelivered, readWholeLog } from '#tests/faults/support/guarantees.ts'
import { eventNow, postStored } from '#tests/faults/support/post-events.ts'
import { skewedClock } from '#tests/faults/support/preloads.ts'
import { replicaProcesses } from '#tests/faults/support/replicas/replica-processes.ts'
import { secrets } from '#tests/faults/support/secrets.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** Values by which the second process's system clock is ahead of the first one's, in ms. */
const skews = allVariants ? [0, 1, 200, 5 * second, hour, -hour, 13 * hour] : [13 * hour]

describe('two replicas whose system clocks differ use one clock', { timeout: 180_000 }, () => {
  const { start, store, receive, projected } = replicaProcesses()

  test.each(skews)('by %i ms', async (skew) => {
    const inFlight = new Map<string, number>()
    let together = 0
    const receiver = await receive({
      react: ({ runId }) => {
        inFlight.set(runId, (inFlight.get(runId) ?? 0) + 1)
        together = Math.max(together, inFlight.get(runId)!)
        return (response) =>
          void setTimeout(() => {
            inFlight.set(runId, inFlight.get(runId)! - 1)
            response.writeHead(200).end()
          }, 700)
      },
    })
    const env = {
      WEBHOOK_URL: receiver.url,
      LAPSE_AFTER_MS: String(10 * minute),
      RETENTION_DRAFTS: '30m',
      RETENTION_REJECTED: '30m',
      RATE_LIMIT: 'on',
    }
    const one = await start('ingest,forwarding', env)
    const runs = Array.from({ length: 6 }, () => randomUUID())
    const post = (url: string, vorname: string) =>
      Promise.all(runs.map((runId) => postStored(url, [eventNow('step', { runId, form: { vorname } })])))
    await post(one.url, 'Ada')
    // The second replica starts after these events. At its start, it searches for abandoned runs and for expired data.
    // If it used its own clock and this clock were an hour ahead, it would treat these runs as abandoned and expired.
    const other = await start('ingest,projections,forwarding', { ...env, ...skewedClock(skew) })
    // Waits until the first messages are being delivered. Then each run gets events from both replicas.
    await expect.poll(() => receiver.arrivals.length).toBeGreaterThan(0)
    await post(other.url, 'Eva')
    await post(one.url, 'Mia')

    // Both replicas count in the same window of the rate limit. Together they accept five requests.
    const statuses: number[] = []
    for (let attempt = 0; attempt < 14; attempt += 1) {
      const { url } = attempt % 2 === 0 ? one : other
      const { status } = await fetch(`${url}/api/withdrawals`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      })
      statuses.push(status)
    }
    expect(statuses.filter((status) => status !== 429)).toHaveLength(5)

    const login = await fetch(`${one.url}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: one.url },
      body: JSON.stringify({ password: secrets.REPORTS_PASSWORD }),
    })
    expect(login.status).toBeLessThan(300)
    const cookie = login.headers
      .getSetCookie()
      .map((text) => text.split(';')[0])
      .join('; ')
    const session = await fetch(`${other.url}/api/session`, { headers: { cookie } })
    expect(session.status).toBe(200)

    await expect.poll(() => receiver.arrivals.length, { timeout: 40_000 }).toBe(runs.length * 3)
    // The service searches for abandoned runs every 5 s. Wait for one more search, which must find none.
    await sleep(6 * second)
    expect(await projected()).toBe(true)
    const events = await readWholeLog(store())
    expect(events.map(({ type }) => type)).toEqual(Array(runs.length * 3).fill('step'))
    const received = events.map(({ receivedAt }) => receivedAt)
    expect(Math.max(...received) - Math.min(...received)).toBeLessThan(minute)
    for (const runId of runs) expect(await store().vault.read(runId)).toHaveLength(3)
    expect([together, receiver.arrivals.length]).toEqual([1, runs.length * 3])
    expectDelivered(events, receiver)
  })
})
