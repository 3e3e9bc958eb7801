// @module-tag slow
import { randomBytes, randomUUID } from 'node:crypto'
import { appendFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openReadOnlyConnection } from '#db/postgres/connection/connection.ts'
import { openPostgresStore } from '#db/postgres/open.ts'
import { StoreUnavailable } from '#db/ports/store.ts'
import type { StandbyState } from '#db/ports/standbys.ts'
import { projectNext } from '#service/projections/project-next.ts'
import { allReports } from '#service/reports/all-reports.ts'
import { noon } from '#tests/build-events.ts'
import { startBreakableProxy } from '#tests/postgres/breakable-proxy.ts'
import { type Pair, queryOn, startPair } from '#tests/postgres/start-pair.ts'
import type { Postgres } from '#tests/postgres/start-postgres.ts'
import { type Reports, openReports, run } from '#tests/service/reports/open-reports.ts'
import { testToken } from '#tests/service/harness.ts'
import { openDesk } from '#tests/service/desk/open-desk.ts'

// The tests of this file follow a primary and its standby, so each begins where the previous one ended.

let pair: Pair
/** Two processes of the service. */
let first: Reports
let second: Reports
const piiKey = randomBytes(32)
/** Opens a store that waits long, so that a busy machine does not change who answers. */
const openStore = () => openPatientStore([pair.standby.url()], 600_000)
const openPatientStore = (
  standbyUrls: string[] | undefined,
  maxStandbyLagMs?: number,
  standbyPatienceMs = 30_000,
) =>
  openPostgresStore({
    url: pair.url,
    ...(standbyUrls && { standbyUrls }),
    ...(maxStandbyLagMs !== undefined && { maxStandbyLagMs }),
    standbyPatienceMs,
    piiKey,
    supervise: false,
    lockTimeoutMs: 30_000,
    statementTimeoutMs: 60_000,
  })
beforeAll(async () => {
  pair = await startPair()
  first = await openReports({ piiKey, openStore })
  second = await openReports({ piiKey, openStore })
}, 120_000)
afterAll(async () => {
  await Promise.all([first?.service.close(), second?.service.close()])
  await pair?.remove()
})

const reportsDay = '2026-11-20'
const authorization = { authorization: `Bearer ${testToken}` }

const stateOf = ({ service }: Reports): StandbyState => {
  const [[, state]] = [...service.store.standbys!.states()] as [[string, StandbyState]]
  return state
}

const becomes = (state: StandbyState['state'], ...these: Reports[]) =>
  Promise.all(
    (these.length > 0 ? these : [first, second]).map((reports) =>
      expect.poll(() => stateOf(reports).state, { timeout: 60_000 }).toBe(state),
    ),
  )

/** Requests a report without projecting events before, and returns it with the server that answered. */
async function request({ service }: Reports, report = `overview?from=${reportsDay}&to=${reportsDay}`) {
  const before = await answers(service)
  const response = await service.app.request(`/api/reports/${report}`, { headers: authorization })
  expect(response.status, await response.clone().text()).toBe(200)
  const after = await answers(service)
  const server = Object.keys(after).find((name) => after[name] !== before[name])
  return { server, position: Number(response.headers.get('x-as-of-position')), body: await response.json() }
}

async function answers({ metrics }: Reports['service']): Promise<Record<string, string>> {
  const lines = (await metrics.render()).matchAll(/^formlotse_reports_total\{server="(\w+)"\} (\d+)$/gm)
  return Object.fromEntries([...lines].map(([, server, count]) => [server!, count!]))
}

async function readyNote({ service }: Reports): Promise<string | undefined> {
  const response = await service.app.request('/readyz', { headers: authorization })
  expect(response.status).toBe(200)
  const { notes } = (await response.json()) as { notes: string[] }
  return notes.find((note) => note.startsWith('The host'))
}

async function sendEvent(reports: Reports): Promise<number> {
  await reports.send({ at: noon }, run()('start', noon))
  await reports.catchUp()
  return reports.service.store.log.head()
}

async function annotate({ service }: Reports, title: string): Promise<void> {
  const body = JSON.stringify({ day: reportsDay, title })
  const headers = { ...authorization, 'content-type': 'application/json' }
  const response = await service.app.request('/api/annotations', { method: 'POST', headers, body })
  expect(response.status, await response.clone().text()).toBeLessThan(300)
}

const annotations = `annotations?from=${reportsDay}&to=${reportsDay}`

const replay = (what: 'pause' | 'resume') => queryOn(pair.standby, `SELECT pg_wal_replay_${what}()`)

test('connections to a standby refuse to write, also to a server that accepts writes', async () => {
  const limits = { lockTimeoutMs: 2000, statementTimeoutMs: 2000, connections: 1 }
  const { pool } = openReadOnlyConnection({ url: pair.primary.url(), ...limits })
  await expect(pool.query('CREATE TABLE written (id int)')).rejects.toMatchObject({ code: '25006' })
  await pool.end()
})

test('a standby that follows the primary answers, and says so', async () => {
  const position = await sendEvent(first)
  await becomes('usable')
  await expect.poll(() => request(first)).toMatchObject({ server: 'standby', position })
  expect(await readyNote(first)).toMatch(/^The host 127\.0\.0\.1:\d+ can answer reports; it lags by \d+ s\.$/)
})

test('every report says its position', async () => {
  const position = await first.service.store.log.head()
  const params: Record<string, string> = {
    funnel: 'anmeldung',
    from: reportsDay,
    to: reportsDay,
    model: 'last',
    by: 'source',
    dimension: 'device',
    field: 'zahlungsart',
    figure: 'runs',
    platform: 'google',
    position: '1',
    lift: '20',
  }
  for (const { contract } of allReports.filter(({ notFound }) => notFound === undefined)) {
    const names = Object.keys(contract.query.shape)
    const query = new URLSearchParams(Object.entries(params).filter(([name]) => names.includes(name)))
    const found = await request(second, `${contract.path}?${query}`)
    expect(found.position, contract.path).toBe(position)
  }
})

test('a new timeline is stored although no synchronous standby confirms it', async () => {
  const { primary } = pair
  await queryOn(primary, `ALTER SYSTEM SET synchronous_standby_names = 'missing'`, 'SELECT pg_reload_conf()')
  const timeline = `SELECT value FROM settings WHERE name = 'timeline'`
  try {
    const forget = `UPDATE settings SET value = '0' WHERE name = 'timeline'`
    await queryOn(primary, 'SET synchronous_commit = local', forget)
    await expect.poll(() => queryOn(primary, timeline), { timeout: 10_000 }).toEqual([{ value: '1' }])
    const waiting = `SELECT 1 FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND query LIKE '%timeline%'`
    expect(await queryOn(primary, waiting)).toEqual([])
  } finally {
    await queryOn(primary, 'ALTER SYSTEM RESET synchronous_standby_names', 'SELECT pg_reload_conf()')
  }
})

test('while the replay is paused, an answer says the older position that was read', async () => {
  await becomes('usable')
  const replayed = await first.service.store.log.head()
  await replay('pause')
  const written = await sendEvent(first)
  const found = await request(second)
  expect(found).toMatchObject({ server: 'standby', position: replayed })
  expect(found.body).toMatchObject({ asOfPosition: replayed })
  // Another answer named the newer position.
  const answered = await request(second, `moment?position=${written}`)
  expect(answered).toMatchObject({ server: 'primary', position: written, body: { time: expect.any(String) } })
})

test('who has changed something in a process without standbys reads it from the others', async () => {
  const plain = await openReports({ piiKey, openStore: () => openPatientStore(undefined) })
  await annotate(plain, 'Neue Preise')
  await plain.service.close()
  await first.catchUp()
  const found = await request(second, annotations)
  expect(found).toMatchObject({
    server: 'primary',
    position: await first.service.store.log.head(),
    body: { annotations: [{ title: 'Neue Preise' }] },
  })
  await replay('resume')
  await expect.poll(() => request(second, annotations)).toEqual({ ...found, server: 'standby' })
})

test('a change is answered as done even if it cannot be counted', async () => {
  const { store } = first.service
  const { recordStaffChange } = store
  store.recordStaffChange = () => Promise.reject(new StoreUnavailable('full'))
  await annotate(first, 'Neue Farben')
  await first.catchUp()
  store.recordStaffChange = recordStaffChange!
})

test('a change of an operator counts as well', async () => {
  const desk = await openDesk({ piiKey, openStore })
  await expect.poll(() => request(second)).toMatchObject({ server: 'standby' })
  await replay('pause')
  expect((await desk.get('/queue')).status).toBe(200)
  expect((await desk.post('/search', { words: 'Ada' })).status).toBe(200)
  expect(await request(second)).toMatchObject({ server: 'standby' })
  const sent = await desk.post('/sent', { orderIds: [randomUUID()] })
  expect(sent.status).toBe(200)
  expect(await request(second)).toMatchObject({ server: 'primary' })
  await replay('resume')
  await desk.service.close()
})

test(
  'a standby that lags by more than 10 s is left out until it has caught up',
  { timeout: 90_000 },
  async () => {
    const usual = await openReports({ piiKey, openStore: () => openPatientStore([pair.standby.url()]) })
    await expect.poll(() => request(usual)).toMatchObject({ server: 'standby' })
    await replay('pause')
    const written = await sendEvent(first)
    await becomes('lagging', usual)
    expect(await request(usual)).toMatchObject({ server: 'primary', position: written })
    expect(await readyNote(usual)).toMatch(/^The host \S+ lags by \d\d s, so it answers no reports\.$/)
    expect(await usual.service.metrics.render()).toMatch(/^formlotse_standby_usable\{host="\S+"\} 0$/m)
    await replay('resume')
    await becomes('usable', usual)
    await expect.poll(() => request(usual)).toMatchObject({ server: 'standby', position: written })
    await usual.service.close()
  },
)

test('a standby that falls silent is not waited for', { timeout: 90_000 }, async () => {
  const proxy = await startBreakableProxy(pair.standby.url())
  const openHasty = () => openPatientStore([proxy.url], 600_000, 500)
  const hasty = await openReports({ piiKey, openStore: openHasty })
  await expect.poll(() => request(hasty), { timeout: 60_000 }).toMatchObject({ server: 'standby' })
  proxy.fallSilent()
  expect(await request(hasty)).toMatchObject({ server: 'primary' })
  // The answer came before the silence was noticed.
  expect(stateOf(hasty).state).toBe('usable')
  await becomes('unreachable', hasty)
  proxy.recover()
  await becomes('usable', hasty)
  await hasty.service.close()
  await proxy.close()
})

test('a query that the standby cancels because of the replay is answered by the primary', async () => {
  await queryOn(pair.standby, `ALTER SYSTEM SET max_standby_streaming_delay = 0`, 'SELECT pg_reload_conf()')
  const [runs, generations] = await Promise.all([openTransaction(), openTransaction()])
  try {
    // On the standby, the report reads the generations and then waits for the runs.
    await runs.query('LOCK TABLE runs IN ACCESS EXCLUSIVE MODE')
    await flushLog()
    await expect.poll(() => locks(pair.standby, 'runs', 'AccessExclusiveLock')).toEqual([true])
    const answered = request(second, 'live')
    await expect.poll(() => locks(pair.standby, 'generations', 'AccessShareLock')).toEqual([true])
    await generations.query('LOCK TABLE generations IN ACCESS EXCLUSIVE MODE')
    await flushLog()
    await expect.poll(() => locks(pair.primary, 'generations', 'AccessShareLock')).toEqual([false])
    await Promise.all([runs.query('COMMIT'), generations.query('COMMIT')])
    expect(await answered).toMatchObject({ server: 'fallback' })
  } finally {
    await Promise.all([runs.end(), generations.end()])
    await queryOn(pair.standby, 'ALTER SYSTEM RESET max_standby_streaming_delay', 'SELECT pg_reload_conf()')
  }
})

async function openTransaction(): Promise<Client> {
  const client = new Client({ connectionString: pair.primary.url() })
  await client.connect()
  await client.query('BEGIN')
  return client
}

/** Commits something, so that everything before is sent to the standby. */
const flushLog = () =>
  queryOn(pair.primary, `INSERT INTO settings (name, value) VALUES (gen_random_uuid()::text, '1')`)

/** Returns whether each requested lock of this mode on a table is granted. */
async function locks(server: Postgres, table: string, mode: string): Promise<boolean[]> {
  const rows = await queryOn<{ granted: boolean }>(
    server,
    `SELECT granted FROM pg_locks WHERE relation = '${table}'::regclass AND mode = '${mode}'`,
  )
  return rows.map(({ granted }) => granted)
}

test('a standby that is gone costs no answer, and is used again when it is back', async () => {
  const messages = 120
  for (let sent = 0; sent < messages; sent += 40)
    await first.send({ at: noon }, ...Array.from({ length: 40 }, () => run()('start', noon)))
  await projectMessages(first)
  await expect.poll(() => request(first)).toMatchObject({ server: 'standby' })
  const before = Number((await answers(first.service))['standby'])
  const file = await first.service.app.request('/api/reports/deliveries.csv', { headers: authorization })
  expect(Number((await answers(first.service))['standby'])).toBe(before + 1)
  await pair.standby.kill()
  // The first page of the file came from the standby, the others come from the primary.
  const lines = (await file.text()).trim().split('\r\n')
  expect(new Set(lines).size).toBe(1 + messages)
  expect((await request(first)).server).toMatch(/^(primary|fallback)$/)
  await becomes('unreachable')
  expect(await request(first)).toMatchObject({ server: 'primary' })
  expect(await readyNote(first)).toMatch(/^The host \S+ does not respond \(.+\), so it answers no reports\.$/)
  await pair.standby.start()
  await becomes('usable')
  await expect.poll(() => request(first)).toMatchObject({ server: 'standby' })
})

/** Projects all events, with messages for the webhook. */
async function projectMessages({ service: { store } }: Reports): Promise<void> {
  const settings = { size: 100, now: noon, destinations: ['webhook'] as const }
  while ((await projectNext(store, await store.projections.live(), settings)).kind !== 'idle');
}

test('after a switchover the former primary answers, and the former standby does not', async () => {
  const urls = [pair.primary.url(), pair.standby.url()]
  const both = await openReports({ piiKey, openStore: () => openPatientStore(urls, 600_000) })
  const states = () => [...both.service.store.standbys!.states().values()].map(({ state }) => state)
  await expect.poll(states).toEqual(['refused', 'usable'])
  await pair.primary.stop()
  await queryOn(pair.standby, 'SELECT pg_promote()')
  await becomes('refused')
  await expect
    .poll(() => readyNote(first))
    .toMatch(/^The host \S+ is not a standby, so it answers no reports\.$/)
  await expect.poll(() => request(first)).toMatchObject({ server: 'primary' })
  writeFileSync(path.join(pair.primary.folder, 'standby.signal'), '')
  const settings = `primary_conninfo = '${pair.standby.url()}'\n`
  appendFileSync(path.join(pair.primary.folder, 'postgresql.auto.conf'), settings)
  await pair.primary.start()
  const position = await sendEvent(first)
  await expect.poll(states).toEqual(['usable', 'refused'])
  await expect.poll(() => request(both)).toMatchObject({ server: 'standby', position })
  await both.service.close()
})
