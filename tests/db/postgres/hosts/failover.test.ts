import { randomUUID } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPostgresStore } from '#db/postgres/open.ts'
import { openReplicas } from '#db/postgres/replicas/replicas.ts'
import type { Replicas } from '#db/ports/replicas.ts'
import { type Store, StoreUnavailable } from '#db/ports/store.ts'
import type { NewEvent } from '#db/ports/event-log.ts'
import { appendTo, newEvent, piiKey } from '#tests/db/contract/setup.ts'
import { type Pair, queryOn, startPair } from '#tests/postgres/start-pair.ts'
import type { Postgres } from '#tests/postgres/start-postgres.ts'

// The tests of this file follow a pair of servers through one failover, so each begins where the previous one ended.

let pair: Pair
let store: Store
let replicas: Replicas
const warnings: string[] = []
beforeAll(async () => {
  pair = await startPair()
  const options = { url: pair.url, piiKey }
  store = await openPostgresStore({
    ...options,
    supervise: true,
    lockTimeoutMs: 2000,
    statementTimeoutMs: 2000,
    onWarning: (warning) => warnings.push(warning),
  })
  replicas = await openReplicas(options)
  await setSynchronous(pair.primary, '*')
}, 120_000)
afterAll(async () => {
  await Promise.all([store?.close(), replicas?.close()])
  await pair?.remove()
})

const setSynchronous = (server: Postgres, names: string) =>
  queryOn(server, `ALTER SYSTEM SET synchronous_standby_names = '${names}'`, 'SELECT pg_reload_conf()')

const someEvent = () => newEvent({ runId: randomUUID() })
const append = async (event: NewEvent) => (await appendTo(store, [event]))[0]!
const failure = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error as Error,
  )

/** Appends an event until it is acknowledged. Every failure before must be an outage. */
async function untilAppended(event: NewEvent) {
  for (let tried = 0; tried < 400; tried += 1) {
    const result = await append(event).catch((error: unknown) => error as Error)
    if (!(result instanceof Error)) return result
    expect(result).toBeInstanceOf(StoreUnavailable)
    await pause(50)
  }
  throw new Error('the event was never appended')
}

async function eventsOn(server: Postgres): Promise<number> {
  const [row] = await queryOn<{ events: number }>(server, 'SELECT count(*)::int AS events FROM events')
  return row!.events
}

async function waitingForStandby(): Promise<number> {
  const [row] = await queryOn<{ waiting: number }>(
    pair.primary,
    `SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE wait_event = 'SyncRep'`,
  )
  return row!.waiting
}

test('the store warns at its start if commits do not wait for a standby', async () => {
  expect(warnings).toEqual([expect.stringMatching(/^PostgreSQL has no synchronous standby: .* are lost/)])
  const later: string[] = []
  const onWarning = (warning: string) => later.push(warning)
  const other = await openPostgresStore({ url: pair.url, piiKey, supervise: true, onWarning })
  await other.close()
  expect(later).toEqual([])
})

test('of two hosts the one that accepts writes is used, also if it is not the first', async () => {
  expect(await append(someEvent())).toMatchObject({ status: 'stored', position: 1 })
  expect(await eventsOn(pair.primary)).toBe(1)
})

test('an event that no synchronous standby has confirmed is not acknowledged, nor is its repeat', async () => {
  const event = { ...newEvent({ runId: randomUUID(), once: `paid:${randomUUID()}` }, 'paid') }
  await pair.standby.stop()
  const unconfirmed = failure(append(event))
  await expect.poll(waitingForStandby).toBeGreaterThan(0)
  // An operator who cancels the wait makes PostgreSQL report success.
  await queryOn(
    pair.primary,
    `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'`,
  )
  expect((await unconfirmed)?.message).toMatch(/no synchronous standby.*whether it was committed is unknown/)
  expect(await eventsOn(pair.primary)).toBe(2)
  expect(await failure(append(event))).toBeInstanceOf(StoreUnavailable)
  await pair.standby.start()
  expect(await untilAppended(event)).toEqual({ status: 'duplicate', position: 2 })
})

test('after a failover the store finds the new primary by itself, and nothing acknowledged is lost', async () => {
  const leadership = await replicas.acquireLeadership('work')
  let wakeUps = 0
  await replicas.listen('work', () => {
    wakeUps += 1
  })
  const before = await eventsOn(pair.primary)
  await pair.primary.kill()
  expect(await failure(append(someEvent()))).toBeInstanceOf(StoreUnavailable)
  await expect.poll(() => leadership!.lost.aborted).toBe(true)
  await queryOn(pair.standby, 'SELECT pg_promote()')
  // A backend outlives a killed server for a moment. It may have stored the event of the append that failed.
  const kept = await eventsOn(pair.standby)
  expect([before, before + 1]).toContain(kept)
  const { position } = await untilAppended(someEvent())
  expect(position).toBe(kept + 1)
  expect(await eventsOn(pair.standby)).toBe(kept + 1)
  const next = await replicas.acquireLeadership('work')
  expect(next).toBeDefined()
  await next!.release()
  const wokenBefore = wakeUps
  await replicas.wake('work')
  await expect.poll(() => wakeUps).toBeGreaterThan(wokenBefore)
})

test('a former primary that comes back is not written to, even if it is the only one that responds', async () => {
  appendFileSync(path.join(pair.primary.folder, 'postgresql.auto.conf'), `synchronous_standby_names = ''\n`)
  await pair.primary.start()
  const written = await eventsOn(pair.primary)
  await untilAppended(someEvent())
  await pair.standby.stop()
  const refusal = /PostgreSQL has no primary.*is a former primary: its timeline is 1, the latest one is 2/
  await expect.poll(async () => (await failure(append(someEvent())))?.message).toMatch(refusal)
  await pair.standby.start()
  await untilAppended(someEvent())
  expect(await eventsOn(pair.primary)).toBe(written)
})

test('a process that starts later does not use the former primary either', async () => {
  const url = pair.url.replace(/@(.*),(.*)\//, '@$2,$1/')
  const later = await openPostgresStore({ url, piiKey, supervise: false })
  const before = await eventsOn(pair.primary)
  const [appended] = await appendTo(later, [someEvent()])
  await later.close()
  expect(appended!.position).toBe(await eventsOn(pair.standby))
  expect(await eventsOn(pair.primary)).toBe(before)
})

test('a login that all hosts refuse is reported as such', async () => {
  const url = pair.url.replace(':formlotse@', ':wrong@')
  const refusal = await failure(openPostgresStore({ url, piiKey, supervise: false }))
  expect(refusal?.message).toMatch(/127\.0\.0\.1:\d+,127\.0\.0\.1:\d+\/postgres cannot be opened.*28P01/)
})
