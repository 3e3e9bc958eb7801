import type { EventRow } from '#db/ports/outbox-store.ts'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findOrderOfRun } from '#service/orders/find-order.ts'
import { recordPayment } from '#service/orders/record-payment.ts'
import { decideSubmission } from '#domain/orders/decide-order.ts'
import { changeOrder } from '#service/orders/change-order.ts'
import { composeMessage } from '#service/outbox/destinations/webhook/compose-message.ts'
import { eraseRuns } from '#service/privacy/erase-runs.ts'
import { noon } from '#tests/build-events.ts'
import { newUpload, uploadTo } from '#tests/db/contract/uploads/uploads.ts'
import { countFound, rawBytes, secretsOf } from '#tests/db/sqlite/people/raw-bytes.ts'
import { ada, bob, openPeople, wordsOfAda } from './open-people.ts'

const erase = ['erase', '--email', 'Adalberta@Example.org'] as const

test('an erasure removes a person from database, WAL, logs and metrics; reports stay the same byte for byte', async () => {
  const people = await openPeople()
  const { store, file, visit } = people
  const hers = [
    await visit(ada, ['start', 'step', 'email', 'complete']),
    await visit(ada, ['start', 'step', 'email']),
  ]
  const his = await visit(bob, ['start', 'step', 'complete'])
  const reports = await people.reports()
  expect(reports.join()).toContain('google')
  const [log, secrets, others] = [await store.log.read(0, 100), secretsOf(file, hers), secretsOf(file, [his])]
  expect(countFound(file, secrets)).toBe(secrets.length)

  const { output, note } = await people.run(...erase)
  expect(output).toContain('Erased the personal data of 7 events')
  expect(await people.reports()).toEqual(reports)
  const after = await store.log.read(0, 100)
  expect(after.slice(0, log.length)).toEqual(log)
  expect(after.slice(log.length).map(({ type, runId }) => [type, runId])).toEqual([
    ['erased', hers[0]],
    ['erased', hers[1]],
  ])
  expect(countFound(file, secrets)).toBe(0)
  expect(countFound(file, others)).toBe(others.length)

  const journal = readFileSync(people.journal.file, 'utf8')
  const written = [output, note, people.lines.join('\n'), journal, await people.read('/metrics')].join('\n')
  for (const word of wordsOfAda) {
    expect(rawBytes(file).includes(word)).toBe(false)
    expect(written).not.toContain(word)
  }
  expect(JSON.parse(journal)).toEqual({ at: '2026-11-20T10:00:00.000Z', runIds: hers })
  await expect(people.run(...erase)).rejects.toThrow('Nothing is stored under this e-mail address.')
})

test('an erasure removes all files, incomplete ones as well; repeating it removes no later ones', async () => {
  const people = await openPeople()
  const { store, file } = people
  const hers = await people.visit(ada, ['start', 'step', 'email'])
  const his = await people.visit(bob, ['start', 'step'])
  const content = [randomBytes(300_000)]
  const ordered = await uploadTo(store, { runId: hers, filename: 'Sterbeurkunde Zwiebelturm.pdf' }, content)
  expect(await store.uploads.keep([ordered.id], noon)).toBe(true)
  const half = newUpload({ runId: hers })
  await store.uploads.begin(half)
  await store.uploads.add(half.id, 0, content[0]!)
  const others = await uploadTo(store, { runId: his }, content)
  const secrets = secretsOf(file, [hers])
  expect(countFound(file, secrets)).toBe(secrets.length)

  const { output, note } = await people.run(...erase)
  expect(output + note).not.toContain('Sterbeurkunde')
  expect(countFound(file, secrets)).toBe(0)
  expect(await store.uploads.list(hers)).toEqual([])
  expect(await store.uploads.find(others.id)).toBeDefined()

  people.clock.advance(60_000)
  const later = await uploadTo(store, { runId: hers })
  await eraseRuns(store, people.journal.read(), people.clock.now())
  expect(await store.uploads.find(later.id)).toBeDefined()
  await people.run('erase', '--run', hers)
  expect(await store.uploads.list(hers)).toEqual([])
  await expect(people.run('erase', '--run', hers)).rejects.toThrow('no personal data left in 1 run')
})

test('pending messages are sent without personal data', async () => {
  const people = await openPeople()
  const { store, visit, project } = people
  const runId = await visit(ada, ['start', 'step', 'complete'])
  await project()
  const messages = async () => {
    const pending = await store.outbox.list({ limit: 10 })
    return JSON.stringify(
      await Promise.all(
        pending.map((one) => composeMessage(store, one as EventRow, { forwardDrafts: 'full' })),
      ),
    )
  }
  expect(await messages()).toContain('Zwiebelturm')
  const { output } = await people.run(...erase)
  expect(output).toContain('3 more will be sent to it without personal data.')
  for (const word of wordsOfAda) expect(await messages()).not.toContain(word)
  // The rows of the outbox remain, because they contain only ids.
  expect(JSON.stringify(await store.outbox.list({ limit: 10 }))).toContain(runId)
})

test.each([
  ['id', (order: { id: string }) => order.id],
  ['number', (order: { number: string }) => order.number.toLowerCase()],
])('an order is erased by its %s, and the person’s other run is kept', async (_, key) => {
  const people = await openPeople()
  const ordered = await people.visit(ada, ['start', 'complete'])
  const draft = await people.visit(ada, ['start', 'step'])
  await people.project()
  const complete = (await people.store.log.readRun(ordered)).at(-1)!
  const number = complete.type === 'complete' ? complete.data.orderNumber : ''
  const { output } = await people.run('erase', '--order', key({ id: complete.id, number }))
  expect(output).toContain(`order ${number}`)
  expect(await people.store.vault.read(ordered)).toEqual([])
  expect(await people.store.vault.read(draft)).not.toEqual([])
  await expect(people.run('erase', '--order', complete.id)).rejects.toThrow('no personal data left in 1 run')
})

test('orders that must be kept by law can be excluded', async () => {
  const people = await openPeople()
  const ordered = await people.visit(ada, ['start', 'complete'])
  const draft = await people.visit(ada, ['start', 'email'])
  const { output } = await people.run(...erase, '--keep-orders')
  expect(output).not.toContain(ordered)
  expect(await people.store.vault.read(draft)).toEqual([])
  expect(await people.store.vault.read(ordered)).not.toEqual([])
  await expect(people.run(...erase, '--keep-orders')).rejects.toThrow('or it belongs to an order')
})

test('a run in which another address replaced this one is not erased but listed', async () => {
  const people = await openPeople()
  const mistyped = await people.visit(ada, ['email'])
  await people.visit(bob, ['email'], mistyped)
  await expect(people.run(...erase)).rejects.toThrow(
    new RegExp(`Nothing is stored[^]*replaced[^]*${mistyped}`),
  )
  const mine = await people.visit(ada, ['email'])
  const { output, note } = await people.run(...erase)
  expect(output).not.toContain(mistyped)
  expect(note).toContain(mistyped)
  expect(await people.store.vault.read(mistyped)).toHaveLength(2)
  await people.run('erase', '--run', mistyped)
  expect(await people.store.vault.read(mistyped)).toEqual([])
  expect(await people.store.vault.read(mine)).toEqual([])
})

test('data entered after an erasure is kept when the erasure is repeated, and erased by a new one', async () => {
  const people = await openPeople()
  const { store, clock, journal } = people
  const runId = await people.visit(ada, ['start', 'step', 'email'])
  await people.run(...erase)
  clock.advance(60_000)
  await people.visit(ada, ['complete'], runId)
  await people.project()
  expect(await eraseRuns(store, journal.read(), clock.now())).toBe(0)
  expect(await store.vault.read(runId)).toHaveLength(1)
  const pending = (await store.outbox.list({ limit: 1 }))[0]!
  expect(
    JSON.stringify(await composeMessage(store, pending as EventRow, { forwardDrafts: 'full' })),
  ).toContain('Zwiebelturm')

  await people.run(...erase)
  expect(await store.vault.read(runId)).toEqual([])
  const types = (await store.log.readRun(runId)).map(({ type }) => type)
  expect(types).toEqual(['start', 'step', 'email', 'erased', 'complete', 'erased'])
})

test('the erasure of an order that is not finished asks first', async () => {
  const people = await openPeople()
  const runId = await people.visit(ada, ['start', 'complete'])
  await people.project()
  const values = () => people.store.vault.read(runId)
  const refusal = people.runAnswering(undefined, 'erase', '--run', runId)
  await expect(refusal).rejects.toThrow(/can no longer be sent[^]*order FL-\S+, ordered[^]*with --yes/)
  await expect(people.runAnswering(false, 'erase', '--run', runId)).rejects.toThrow('Nothing was erased')
  expect(await values()).not.toEqual([])
  expect(people.journal.read()).toEqual([])
  await people.runAnswering(undefined, 'erase', '--run', runId, '--yes')
  expect(await values()).toEqual([])
})

test('the erasure of a paid order whose letter is not posted names the refund, and who has copies', async () => {
  const people = await openPeople()
  const runId = await people.visit(ada, ['start', 'complete'])
  const { order } = (await findOrderOfRun(people.store.log, runId))!
  const payment = { paymentId: 'pay_1', amountCents: order.priceCents, status: 'paid' }
  await recordPayment(people.store.log, order.id, payment, people.clock.now())
  const submission = { letterId: 'l-1', submitAfterMs: 0, now: noon }
  await changeOrder(people.store.log, order.id, (paid) => decideSubmission(paid, submission), { now: noon })
  await people.project()
  const { output } = await people.runAnswering(undefined, 'erase', '--run', runId, '--yes')
  expect(output).toContain(`npm run orders -- failed ${order.number} --reason erased`)
  expect(output).toMatch(new RegExp(`refund payment pay_1 .*npm run orders -- refunded ${order.number}`))
  expect(output).toContain(`The letter of order ${order.number} was handed over: if Pingen sends`)
})

test('the erasure of a draft does not ask', async () => {
  const people = await openPeople()
  const draft = await people.visit(ada, ['start', 'step'])
  await people.runAnswering(undefined, 'erase', '--run', draft)
  expect(await people.store.vault.read(draft)).toEqual([])
})
