import { expect, test } from 'vitest'
import { lapseSilentRuns } from '#service/runs/lapser.ts'
import { limitedDays } from '#domain/orders/acknowledgement-limits.ts'
import { noon } from '#tests/build-events.ts'
import { uploadTo } from '#tests/db/contract/uploads/uploads.ts'
import { pino } from 'pino'
import { type People, ada, bob, openPeople } from './open-people.ts'
import { retentionPass } from './retention-pass.ts'

const minute = 60 * 1000
const day = 24 * 60 * minute

/** Runs one whole retention pass at a given time. Returns how many vault rows each of the runs has after the pass. */
async function keptAt(people: People, at: number, runIds: string[]): Promise<number[]> {
  expect(await retentionPass(people.store, at)).toEqual([])
  return Promise.all(runIds.map(async (runId) => (await people.store.vault.readPage(runId, 0)).length))
}

test('a draft expires 30 days after its last event, an unpaid order after 60 days; log and reports are kept', async () => {
  const people = await openPeople()
  const { clock, visit } = people
  const silent = await visit(ada, ['start', 'step'])
  const ordered = await visit(bob, ['start', 'step', 'complete'])
  const resumed = await visit(ada, ['start'])
  clock.set(noon + 10 * day)
  await visit(ada, ['step'], resumed)
  const reports = await people.reports()
  const head = await people.store.log.head()
  const runs = [silent, ordered, resumed]

  expect(await keptAt(people, noon + 30 * day - 1, runs)).toEqual([2, 3, 2])
  expect(await keptAt(people, noon + 30 * day, runs)).toEqual([0, 3, 2])
  expect(await keptAt(people, noon + 40 * day - 1, runs)).toEqual([0, 3, 2])
  expect(await keptAt(people, noon + 40 * day, runs)).toEqual([0, 3, 0])
  expect(await keptAt(people, noon + 60 * day - 1, runs)).toEqual([0, 3, 0])
  expect(await keptAt(people, noon + 60 * day, runs)).toEqual([0, 0, 0])
  expect(await people.store.log.head()).toBe(head)
  expect(await people.reports()).toEqual(reports)
})

test('a draft expires 30 days after its last event even if it lapsed late because the service was down', async () => {
  const people = await openPeople()
  const { clock, store, visit } = people
  const silent = await visit(ada, ['start', 'step'])
  const resumed = await visit(bob, ['start', 'step'])
  await people.reports()
  const late = noon + 20 * day
  const lapsing = { store, now: () => late, lapseAfterMs: minute, log: pino({ level: 'silent' }) }
  expect(await lapseSilentRuns(lapsing)).toMatchObject({ lapsed: 2 })
  clock.set(late + day)
  await visit(bob, ['email'], resumed)
  const reports = await people.reports()
  const runs = [silent, resumed]

  expect(await keptAt(people, noon + 30 * day - 1, runs)).toEqual([2, 3])
  expect(await keptAt(people, noon + 30 * day, runs)).toEqual([0, 3])
  expect(await keptAt(people, late + 31 * day - 1, runs)).toEqual([0, 3])
  expect(await keptAt(people, late + 31 * day, runs)).toEqual([0, 0])
  expect(await people.reports()).toEqual(reports)
})

test('many old orders do not delay the expiry of a later draft', async () => {
  const people = await openPeople()
  for (let order = 0; order < 60; order++) await people.visit(bob, ['start', 'complete'])
  const draft = await people.visit(ada, ['start', 'step'])
  expect(await keptAt(people, noon + 30 * day, [draft])).toEqual([0])
})

test('files without an order expire after a day, ordered ones with their order', async () => {
  const people = await openPeople()
  const { uploads } = people.store
  const ordered = await people.visit(bob, ['start', 'complete'])
  const draft = await people.visit(ada, ['start', 'step'])
  const kept = await uploadTo(people.store, { runId: ordered, createdAt: noon })
  expect(await uploads.keep([kept.id], noon)).toBe(true)
  // The draft has more files than one step of the retention pass removes.
  for (const field of ['a', 'b', 'c', 'd', 'e', 'f', 'g'])
    await uploadTo(people.store, { runId: draft, field, createdAt: noon })
  await uploadTo(people.store, { runId: ordered, createdAt: noon })
  const left = async () => [(await uploads.list(draft)).length, (await uploads.list(ordered)).length]

  await keptAt(people, noon + day - 1, [])
  expect(await left()).toEqual([7, 2])
  expect(await keptAt(people, noon + day, [draft])).toEqual([2])
  expect(await left()).toEqual([0, 1])
  await keptAt(people, noon + 60 * day, [])
  expect(await left()).toEqual([0, 0])
})

test('files kept for an order that was not stored expire a day later, even without other personal data', async () => {
  const people = await openPeople()
  const { uploads } = people.store
  // Reserve the file for an order, but do not store the order.
  const started = await people.visit(ada, ['start'])
  const orphan = await uploadTo(people.store, { runId: started, createdAt: noon - 60 * minute })
  expect(await uploads.keep([orphan.id], noon)).toBe(true)
  await keptAt(people, noon + day - 1, [])
  expect(await uploads.list(started)).toHaveLength(1)
  await keptAt(people, noon + day, [])
  expect(await uploads.list(started)).toEqual([])
})

test('rejected events expire after 30 days, even if they are many', async () => {
  const people = await openPeople()
  const rejected = Array.from({ length: 250 }, () => {
    return { receivedAt: noon, type: null, funnel: null, issues: [] }
  })
  await people.store.log.append({ events: [], rejected, now: noon, dedupeWindowMs: 0 })
  await keptAt(people, noon + 30 * day - 1, [])
  // An append must not remove old rejected events, because the configured retention period may be longer than 30 days.
  // Only the retention pass removes them.
  await people.store.log.append({ events: [], rejected: [], now: noon + 300 * day, dedupeWindowMs: 0 })
  const left = (at: number) => people.store.retention.expireRejected(at, 1)
  expect(await left(noon)).toBe(1)
  await keptAt(people, noon + 30 * day, [])
  expect(await left(noon)).toBe(0)
})

test('counters of e-mails to an address expire after two days, even if no e-mail follows', async () => {
  const people = await openPeople()
  const { acknowledgements } = people.store
  const recipients = limitedDays(noon)
  await acknowledgements.reserve({ id: 'one', kind: 'acknowledgement', recipients, now: noon })
  const end = noon + 2 * day + 1
  await keptAt(people, end - 1, [])
  expect(await acknowledgements.expire(end)).toBe(1)
  await acknowledgements.reserve({ id: 'two', kind: 'acknowledgement', recipients, now: noon })
  await keptAt(people, end, [])
  expect(await acknowledgements.expire(end)).toBe(0)
})

test('e-mails expire after 14 days, with one log line about the undelivered ones; declarations are kept', async () => {
  const people = await openPeople()
  const { outbox } = people.store
  const content = Buffer.from('sealed')
  const message = { content, createdAt: noon, nextAttemptAt: noon, attempts: 0 }
  const attempt = { number: 1, startedAt: noon, durationMs: 1, status: null, error: null }
  await outbox.enqueue([
    { ...message, destination: 'mail', messageId: 'delivered' },
    { ...message, destination: 'mail', messageId: 'undeliverable' },
    { ...message, destination: 'mail', messageId: 'waiting' },
    { ...message, destination: 'mail', messageId: 'newer', createdAt: noon + 1 },
    { ...message, destination: 'withdrawals', messageId: 'declaration' },
  ])
  const due = await outbox.claimDue({ destination: 'mail', now: noon, leaseMs: minute, limit: 2 })
  await outbox.finish(due[0]!, attempt, { state: 'delivered' })
  await outbox.finish(due[1]!, attempt, { state: 'dead' })
  const left = async () => (await outbox.list({ limit: 9 })).map(({ messageId }) => messageId).toSorted()

  expect(await retentionPass(people.store, noon + 14 * day)).toEqual([])
  expect(await left()).toHaveLength(5)
  const [line, ...others] = await retentionPass(people.store, noon + 14 * day + 1)
  expect(line).toContain('"undelivered":2')
  expect(others).toEqual([])
  expect(await left()).toEqual(['declaration', 'newer'])
})

test('an open support request expires after 90 days with a log line, a closed one after 14 without', async () => {
  const people = await openPeople()
  const { outbox } = people.store
  const message = { content: Buffer.from('sealed'), createdAt: noon, nextAttemptAt: noon, attempts: 0 }
  const attempt = { number: 1, startedAt: noon, durationMs: 1, status: null, error: null }
  await outbox.enqueue([
    { ...message, destination: 'requests', messageId: 'closed' },
    { ...message, destination: 'requests', messageId: 'open' },
  ])
  const [first] = await outbox.claimDue({ destination: 'requests', now: noon, leaseMs: minute, limit: 1 })
  await outbox.finish(first!, attempt, { state: 'delivered' })
  const left = async () => (await outbox.list({ limit: 9 })).map(({ messageId }) => messageId)

  expect(await retentionPass(people.store, noon + 14 * day + 1)).toEqual([])
  expect(await left()).toEqual(['open'])
  expect(await retentionPass(people.store, noon + 90 * day)).toEqual([])
  expect(await left()).toEqual(['open'])
  const [line, ...others] = await retentionPass(people.store, noon + 90 * day + 1)
  expect(line).toContain('support requests that nobody closed for 90 days were removed')
  expect(others).toEqual([])
  expect(await left()).toEqual([])
})
