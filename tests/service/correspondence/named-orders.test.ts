import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { maxSupportRequests } from '#domain/orders/decide-support-request.ts'
import { runStateFormat } from '#domain/runs/run-state.ts'
import { supportPath } from '#domain/site/contact-contract.ts'
import { eventually } from '#tests/eventually.ts'
import { type Emails, openEmails, postJson, supportAddress } from '#tests/service/mail/open-emails.ts'
import { bodyOf, startSmtpReceiver } from '#tests/service/mail/smtp-receiver.ts'
import { type OrderedRun, orderRun } from '#tests/service/orders/ordered-run.ts'

/** A request from a new address, which has received no acknowledgement today. */
const newRequest = () => ({
  name: 'Łucja Müller',
  email: `lucja-${randomUUID()}@example.org`,
  anliegen: 'billing',
  message: 'Wo ist meine Rechnung?',
})

let receiver: Awaited<ReturnType<typeof startSmtpReceiver>>
let emails: Emails

beforeAll(async () => {
  receiver = await startSmtpReceiver()
  emails = await openEmails({ smtpUrl: receiver.url })
})
afterAll(async () => {
  await emails.close()
  await receiver.stop()
})

const mailTo = (address: string) => receiver.mails.find(({ to }) => to.join() === address)!

/** Returns the events of an order about messages to support. */
async function recordedFor({ runId }: OrderedRun) {
  const events = await emails.service.store.log.readRun(runId)
  return events.filter(({ type }) => type === 'support_requested')
}

const pending = () => emails.service.store.outbox.list({ destination: 'support', state: 'pending', limit: 9 })

/** Waits until the orders that messages name are looked up, also if that has to be repeated. */
const lookedUp = () =>
  eventually(async () => {
    const rows = await pending()
    const now = emails.service.clock.now()
    const waiting = rows.map(({ leasedUntil, nextAttemptAt }) => leasedUntil === null && nextAttemptAt > now)
    // While something is delivered, the clock stands still. Otherwise it would be delivered again.
    if (rows.length > 0 && waiting.every(Boolean)) emails.service.clock.advance(60_000)
    expect(rows).toEqual([])
  })

/** Waits until looking up the order of the only message is postponed, which costs no attempt. */
const postponed = () =>
  eventually(async () => {
    const [row, ...others] = await pending()
    expect([row, others]).toMatchObject([{ attempts: 0, leasedUntil: null }, []])
    expect(row!.nextAttemptAt).toBeGreaterThan(emails.service.clock.now())
  })

describe('a message to support that names an order', () => {
  test('is recorded in the log of the order, without anything that the visitor wrote', async () => {
    const run = await orderRun(emails.service)
    await emails.project()
    const committed = emails.committed.length
    const typed = ` ${run.order.number.toLowerCase()} `
    const named = { ...newRequest(), orderNumber: typed }
    expect(await (await postJson(emails.app, supportPath, named)).json()).toEqual({
      success: true,
      error: null,
    })
    await lookedUp()
    const [event, ...others] = await recordedFor(run)
    expect(others).toEqual([])
    expect(event).toMatchObject({ data: { orderId: run.order.id }, facts: {}, runId: run.runId })
    expect(Object.keys(event!.data).toSorted()).toEqual(['orderId', 'request'])
    // The ids of the e-mails follow from that of the request, which must not follow from the log.
    const { outbox } = emails.service.store
    const requests = await outbox.list({ destination: 'requests', state: 'pending', limit: 9 })
    expect(requests).not.toEqual([])
    for (const { messageId } of requests) expect(JSON.stringify(event)).not.toContain(messageId)
    expect(JSON.stringify(event)).not.toMatch(/lucja|Müller|Rechnung/)
    expect(emails.committed.length).toBeGreaterThan(committed)
    await eventually(() => expect(receiver.mails).toHaveLength(2))
    expect(bodyOf(mailTo(supportAddress))).toContain(`Auftragsnummer: ${typed.trim()}`)
    expect(mailTo(named.email).source).not.toContain(run.order.number)
    // The content, which has the number, is removed once it is processed.
    expect(await emails.service.store.outbox.contents('support', 0, 9)).toEqual([])

    await emails.project()
    const { generation } = await emails.service.store.projections.live()
    const [row] = await emails.service.store.projections.runs(generation, [run.runId])
    expect(row!.state).toMatchObject({ supportRequested: true })
  })

  test('of which there is none gets the same response, and leaves no trace', async () => {
    const head = await emails.service.store.log.head()
    for (const orderNumber of ['FL-2026-999999', "'; DROP", ''])
      expect(
        await (await postJson(emails.app, supportPath, { ...newRequest(), orderNumber })).json(),
      ).toEqual({ success: true, error: null })
    // There may be such an order that the projections have not reached, until an hour has passed.
    emails.service.clock.advance(3_600_000)
    await lookedUp()
    expect(await emails.service.store.log.head()).toBe(head)
    expect(await emails.service.store.outbox.contents('support', 0, 9)).toEqual([])
  })

  test('is recorded once, even if its delivery is repeated after a crash', async () => {
    const run = await orderRun(emails.service)
    await emails.project()
    const { log } = emails.service.store
    const { append } = log
    log.append = async (...events) => {
      await append(...events)
      log.append = append
      throw new Error('killed')
    }
    await postJson(emails.app, supportPath, { ...newRequest(), orderNumber: run.order.number })
    await eventually(async () => expect(await recordedFor(run)).toHaveLength(1))
    await lookedUp()
    expect(await recordedFor(run)).toHaveLength(1)
  })

  test('is recorded as soon as the projections have reached the order', async () => {
    const run = await orderRun(emails.service)
    await postJson(emails.app, supportPath, { ...newRequest(), orderNumber: run.order.number })
    await postponed()
    await emails.project()
    await lookedUp()
    expect(await recordedFor(run)).toHaveLength(1)
  })

  test('is not recorded while a process of an earlier version may project the event', async () => {
    const run = await orderRun(emails.service)
    await emails.project()
    const { projections } = emails.service.store
    const { live } = projections
    projections.live = async () => ({ ...(await live()), format: runStateFormat - 1 })
    await postJson(emails.app, supportPath, { ...newRequest(), orderNumber: run.order.number })
    await postponed()
    expect(await recordedFor(run)).toEqual([])
    projections.live = live
    await lookedUp()
    expect(await recordedFor(run)).toHaveLength(1)
  })

  test('is recorded at most so often that an order stays small', async () => {
    const run = await orderRun(emails.service)
    await emails.project()
    for (let sent = 0; sent < maxSupportRequests + 3; sent += 1)
      await postJson(emails.app, supportPath, { ...newRequest(), orderNumber: run.order.number })
    await lookedUp()
    const count = (await recordedFor(run)).length
    // Four are looked up at a time.
    expect(count).toBeGreaterThanOrEqual(maxSupportRequests)
    expect(count).toBeLessThan(maxSupportRequests + 4)
  })
})
