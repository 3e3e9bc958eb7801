import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import type { EventRow } from '#db/ports/outbox-store.ts'
import { webhookMessageSchema } from '#domain/outbox/webhook-message.ts'
import { eventually } from '#tests/eventually.ts'
import { minutes, openForwarding, personalForm, seconds, secret, useStore } from './open-outbox.ts'
import type { Reaction } from './receiver.ts'

useStore()

/** Waits until the dispatcher has polled several times, so that a test can check that nothing happened. */
const meanwhile = () => sleep(120)

const newRun = () => randomUUID()
const states = (deliveries: EventRow[]) => deliveries.map(({ state }) => state)
const after =
  (headers: Record<string, string>, status = 429): Reaction =>
  (response) =>
    response.writeHead(status, headers).end()

const drip: Reaction = (response) => {
  response.writeHead(200)
  const timer = setInterval(() => response.write('x'), 20)
  response.on('close', () => clearInterval(timer))
}

test('many failed attempts and dead letters are logged with one line for each kind', async () => {
  const { receiver, clock, lines, enqueue, forward, recorded } = await openForwarding()
  receiver.react(...Array<Reaction>(60).fill(500))
  await enqueue(...Array.from({ length: 30 }, () => ({ type: 'start' as const, runId: newRun() })))
  forward({ endpoint: { schedule: [0, 5 * seconds] } })
  await recorded(30)
  clock.advance(minutes)
  await recorded(60)
  const written = lines.map((line) => (JSON.parse(line) as { msg: string }).msg)
  expect(written.filter((message) => message.includes('will be tried again'))).toHaveLength(1)
  expect(written.filter((message) => message.includes('undeliverable'))).toHaveLength(1)
})

describe('a message', () => {
  test('of every kind is delivered once, in order, signed and well-formed', async () => {
    const { receiver, enqueue, forward, deliveries } = await openForwarding()
    const runId = newRun()
    const types = ['start', 'invalid', 'step', 'email', 'abandon', 'complete'] as const
    await enqueue(...types.map((type) => ({ type, runId })))
    forward()
    await eventually(() => expect(receiver.received).toHaveLength(5))
    await meanwhile()

    expect(receiver.kinds()).toEqual(['start', 'step', 'email', 'abandon', 'complete'])
    for (const [index, { body, headers, message }] of receiver.received.entries()) {
      expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toEqual(message)
      expect(webhookMessageSchema.parse(message)).toEqual(message)
      expect(message.meta).toMatchObject({ funnelId: runId, sequence: index + 1 })
    }
    expect(receiver.received.at(-1)!.message.personalData).toMatchObject(personalForm)
    expect(states(await deliveries())).toEqual(Array(5).fill('delivered'))
  })

  test('is signed with both secrets while they are being changed, and with no other', async () => {
    const { receiver, enqueue, forward } = await openForwarding()
    const old = `whsec_${Buffer.alloc(24, 2).toString('base64')}`
    const foreign = `whsec_${Buffer.alloc(24, 3).toString('base64')}`
    await enqueue({ type: 'start', runId: newRun() })
    forward({ endpoint: { secrets: [old, secret] } })
    await eventually(() => expect(receiver.received).toHaveLength(1))
    const { body, headers } = receiver.received[0]!
    const verify = (with_: string) => new Webhook(with_).verify(body, headers as Record<string, string>)
    expect(verify(old)).toEqual(verify(secret))
    expect(() => verify(foreign)).toThrow('No matching signature')
  })

  test('has the same content at every attempt, even if the run has continued', async () => {
    const { receiver, clock, enqueue, forward, recorded } = await openForwarding()
    const runId = newRun()
    await enqueue({ type: 'step', runId })
    receiver.react(500)
    forward()
    await recorded(1)
    await enqueue({ type: 'step', runId, form: { vorname: 'Anders' } })
    clock.advance(5 * seconds)
    await eventually(() => expect(receiver.received).toHaveLength(3))
    const [one, again, next] = receiver.received
    expect(again!.body).toBe(one!.body)
    expect(again!.headers['webhook-id']).toBe(one!.headers['webhook-id'])
    expect(again!.headers['webhook-timestamp']).not.toBe(one!.headers['webhook-timestamp'])
    expect(next!.message.personalData['vorname']).toBe('Anders')
  })

  test('contains no personal data after an erasure', async () => {
    const { receiver, clock, enqueue, forward, recorded } = await openForwarding()
    const runId = newRun()
    await enqueue({ type: 'complete', runId })
    receiver.react(500)
    forward()
    await recorded(1)
    await enqueue({ type: 'erased', runId, form: {} })
    clock.advance(5 * seconds)
    await eventually(() => expect(receiver.received).toHaveLength(3))
    expect(receiver.received[2]!.message).toMatchObject({ meta: { event: 'erased' }, personalData: {} })
    expect(receiver.received[0]!.message.personalData).toMatchObject(personalForm)
    expect(receiver.received[1]!.message).toMatchObject({ meta: receiver.received[0]!.message.meta })
    expect(receiver.received[1]!.message.personalData).toEqual({})
  })

  test('before the order contains no personal data with FORWARD_DRAFTS=off', async () => {
    const { receiver, enqueue, forward } = await openForwarding()
    const runId = newRun()
    await enqueue({ type: 'email', runId }, { type: 'complete', runId })
    forward({ endpoint: { forwardDrafts: 'off' } })
    await eventually(() => expect(receiver.received).toHaveLength(2))
    expect(receiver.received[0]!.message.personalData).toEqual({})
    expect(receiver.received[1]!.message.personalData).toMatchObject(personalForm)
  })

  test('that cannot be composed becomes a dead letter and does not block others', async () => {
    const { receiver, enqueue, forward, first } = await openForwarding()
    const runId = newRun()
    await enqueue({ type: 'start', runId, over: { funnel: 'unbekannt' } }, { type: 'step', runId })
    forward({ endpoint: { schedule: [0] } })
    await eventually(() => expect(receiver.kinds()).toEqual(['step']))
    const { row, attempts } = await first()
    expect(row.state).toBe('dead')
    expect(attempts).toMatchObject([{ status: null, error: 'not sent: funnel unbekannt is unknown' }])
  })
})

describe('a failure', () => {
  test.each<[string, Reaction, number | null, string]>([
    ['status 500', 500, 500, 'status 500'],
    ['a redirect', after({ location: '/elsewhere' }, 302), 302, 'status 302'],
    ['a connection dropped after reading', (_, request) => request.socket.destroy(), null, 'ECONNRESET'],
    ['a hanging receiver', () => undefined, null, 'timeout'],
    ['a response that never ends', drip, 200, 'timeout'],
  ])('by %s is recorded and retried', async (_, reaction, status, error) => {
    const { receiver, clock, enqueue, forward, first } = await openForwarding()
    await enqueue({ type: 'complete', runId: newRun() })
    receiver.react(reaction)
    forward({ endpoint: { timeoutMs: 300 } })
    await eventually(async () => expect((await first()).attempts).toHaveLength(1))
    clock.advance(5 * seconds)
    await eventually(async () => expect((await first()).row.state).toBe('delivered'))
    expect((await first()).attempts).toMatchObject([
      { number: 1, status, error },
      { number: 2, status: 200, error: null },
    ])
    expect(receiver.received).toHaveLength(2)
  })

  test('to connect is recorded and retried', async () => {
    const { receiver, enqueue, forward, first } = await openForwarding()
    await receiver.close()
    await enqueue({ type: 'start', runId: newRun() })
    forward()
    await eventually(async () =>
      expect(await first()).toMatchObject({
        row: { state: 'pending', attempts: 1 },
        attempts: [{ status: null, error: 'ECONNREFUSED' }],
      }),
    )
  })

  test('is retried on schedule, and after the last attempt becomes a dead letter that can be sent again', async () => {
    const { store, receiver, clock, enqueue, forward, first, recorded } = await openForwarding()
    await enqueue({ type: 'start', runId: newRun() })
    receiver.react(500, 500, 500)
    forward()
    await recorded(1)
    for (const [tries, wait] of [
      [2, 5 * seconds],
      [3, 5 * minutes],
    ] as const) {
      clock.advance(wait - 1)
      await meanwhile()
      expect(receiver.received).toHaveLength(tries - 1)
      clock.advance(1)
      await recorded(tries)
      expect(receiver.received).toHaveLength(tries)
    }
    await eventually(async () => expect((await first()).row.state).toBe('dead'))
    clock.advance(48 * 60 * minutes)
    await meanwhile()
    expect(receiver.received).toHaveLength(3)

    const { id } = (await first()).row
    expect(await store.outbox.retry({ id }, clock.now())).toBe(1)
    await eventually(async () => expect((await first()).row.state).toBe('delivered'))
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  })

  test.each([
    ['seconds', () => ({ 'retry-after': '120' })],
    ['a date', (now: number) => ({ 'retry-after': new Date(now + 120 * seconds).toUTCString() })],
  ])('waits for Retry-After in %s', async (_, headers) => {
    const { receiver, clock, enqueue, forward, first } = await openForwarding()
    const begun = Math.floor(clock.now() / 1000) * 1000
    clock.set(begun)
    await enqueue({ type: 'start', runId: newRun() })
    receiver.react(after(headers(begun)))
    forward()
    await eventually(async () =>
      expect((await first()).row).toMatchObject({
        attempts: 1,
        nextAttemptAt: begun + 120 * seconds,
      }),
    )
  })

  test('410 stops the destination until it is resumed', async () => {
    const { store, destination, receiver, clock, lines, enqueue, forward, deliveries } =
      await openForwarding()
    await enqueue({ type: 'start', runId: newRun() })
    receiver.react(410)
    forward()
    await eventually(async () =>
      expect(await store.outbox.stopped(destination)).toMatchObject({ code: 'gone' }),
    )
    await enqueue({ type: 'start', runId: newRun() })
    clock.advance(60 * minutes)
    await meanwhile()
    expect(receiver.received).toHaveLength(1)
    expect(lines.join('')).toContain('deliveries -- resume')

    expect(await store.outbox.resume(destination)).toBe(true)
    await eventually(() => expect(receiver.received).toHaveLength(3))
    await eventually(async () => expect(states(await deliveries())).toEqual(Array(2).fill('delivered')))
  })

  test('logs no personal data', async () => {
    const { receiver, lines, enqueue, forward, first } = await openForwarding()
    const runId = newRun()
    await enqueue({ type: 'complete', runId }, { type: 'start', runId: newRun() })
    receiver.react(500)
    forward()
    await eventually(async () => expect((await first()).attempts).toHaveLength(1))
    await eventually(() => expect(lines.length).toBeGreaterThan(1))
    expect(lines.join('')).toContain(runId)
    for (const value of Object.values(personalForm)) expect(lines.join('')).not.toContain(value)
  })
})

describe('within a run', () => {
  test('one message is in flight at a time, while messages of other runs are sent', async () => {
    const { receiver, enqueue, forward } = await openForwarding()
    const runId = newRun()
    await enqueue({ type: 'start', runId }, { type: 'step', runId }, { type: 'start', runId: newRun() })
    const held: ServerResponse[] = []
    const hold = (response: ServerResponse) => void held.push(response)
    receiver.react(hold, hold)
    forward()
    await eventually(() => expect(receiver.received).toHaveLength(2))
    await meanwhile()
    expect(receiver.kinds()).toEqual(['start', 'start'])
    // The first messages of the two runs can arrive in either order.
    const own = receiver.received.findIndex(({ message }) => message.meta.funnelId === runId)
    held[own]!.writeHead(200).end()
    await eventually(() => expect(receiver.kinds()).toEqual(['start', 'start', 'step']))
    held[1 - own]!.writeHead(200).end()
  })

  test('the next message waits for one that is retried soon', async () => {
    const { receiver, clock, enqueue, forward, recorded } = await openForwarding()
    const runId = newRun()
    await enqueue({ type: 'step', runId }, { type: 'complete', runId })
    receiver.react(500)
    forward()
    await recorded(1)
    await meanwhile()
    expect(receiver.kinds()).toEqual(['step'])
    clock.advance(5 * seconds)
    await eventually(() => expect(receiver.kinds()).toEqual(['step', 'step', 'complete']))
  })

  test('a message whose next attempt is more than a minute away does not block the following ones', async () => {
    const { receiver, clock, enqueue, forward, recorded } = await openForwarding()
    const runId = newRun()
    await enqueue({ type: 'step', runId }, { type: 'complete', runId })
    receiver.react(500, 500)
    forward()
    await recorded(1)
    clock.advance(5 * seconds)
    await eventually(() => expect(receiver.kinds()).toEqual(['step', 'step', 'complete']))
    await recorded(3)
    clock.advance(5 * minutes)
    await eventually(() => expect(receiver.kinds()).toEqual(['step', 'step', 'complete', 'step']))
    expect(receiver.received.map(({ message }) => message.meta.sequence)).toEqual([1, 1, 2, 1])
  })
})

describe('several processes', () => {
  test('never attempt one delivery twice, nor two of a run concurrently', async () => {
    const { receiver, enqueue, forward, deliveries, openAgain } = await openForwarding()
    const runs = Array.from({ length: 12 }, newRun)
    for (const type of ['start', 'step', 'complete'] as const)
      await enqueue(...runs.map((runId) => ({ type, runId })))
    const atOnce = new Map<string, number>()
    let most = 0
    receiver.react(
      ...Array.from({ length: 36 }, (): Reaction => async (response) => {
        const runId = receiver.received.find(({ headers }) => headers === response.req.headers)!.message.meta
          .funnelId
        atOnce.set(runId, (atOnce.get(runId) ?? 0) + 1)
        most = Math.max(most, ...atOnce.values())
        await sleep(15)
        atOnce.set(runId, atOnce.get(runId)! - 1)
        response.writeHead(200).end()
      }),
    )
    forward()
    forward({ store: await openAgain() })
    await eventually(async () => expect(states(await deliveries())).toEqual(Array(36).fill('delivered')))
    await meanwhile()
    expect(receiver.received).toHaveLength(36)
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(36)
    expect(most).toBe(1)
    for (const runId of runs) {
      const kinds = receiver.received.filter(({ message }) => message.meta.funnelId === runId)
      expect(kinds.map(({ message }) => message.meta.sequence)).toEqual([1, 2, 3])
    }
  })

  test('repeat the attempt of a killed process when its lease has expired', async () => {
    const { store, destination, receiver, clock, enqueue, forward } = await openForwarding()
    await enqueue({ type: 'complete', runId: newRun() })
    const claim = { destination, now: clock.now(), leaseMs: 25 * seconds, limit: 1 }
    expect(await store.outbox.claimDue(claim)).toHaveLength(1)
    forward()
    clock.advance(25 * seconds - 1)
    await meanwhile()
    expect(receiver.received).toHaveLength(0)
    clock.advance(1)
    await eventually(() => expect(receiver.received).toHaveLength(1))
  })
})

describe('stopping', () => {
  test('finishes the messages in flight and sends no others', async () => {
    const { receiver, enqueue, forward, deliveries, first } = await openForwarding()
    const runId = newRun()
    await enqueue({ type: 'start', runId }, { type: 'step', runId })
    receiver.react((response) => void setTimeout(() => response.writeHead(200).end(), 200))
    const forwarder = forward()
    await eventually(() => expect(receiver.received).toHaveLength(1))
    await forwarder.stop()
    expect((await first()).row.state).toBe('delivered')
    expect((await deliveries())[1]!.attempts).toBe(0)
    await meanwhile()
    expect(receiver.received).toHaveLength(1)
  })

  test('aborts messages that take too long, without recording a failed attempt', async () => {
    const { receiver, clock, enqueue, forward, first } = await openForwarding()
    await enqueue({ type: 'start', runId: newRun() })
    receiver.react(() => undefined)
    const forwarder = forward({ endpoint: { timeoutMs: 15_000 } })
    await eventually(() => expect(receiver.received).toHaveLength(1))
    const begun = performance.now()
    await forwarder.stop(100)
    expect(performance.now() - begun).toBeLessThan(1000)
    expect(await first()).toMatchObject({ attempts: [], row: { state: 'pending' } })

    forward()
    clock.advance(25 * seconds)
    await eventually(async () => expect((await first()).row.state).toBe('delivered'))
  })
})

test('continues when the store is available again', async () => {
  const { receiver, clock, lines, file, enqueue, forward } = await openForwarding()
  await enqueue({ type: 'start', runId: newRun() })
  const other = new Database(file)
  other.exec('BEGIN IMMEDIATE')
  forward()
  await eventually(() => expect(lines.join('')).toContain('will be retried'))
  expect(receiver.received).toHaveLength(0)
  other.exec('ROLLBACK')
  other.close()
  clock.advance(25 * seconds)
  await eventually(() => expect(receiver.received).toHaveLength(1))
})

test('a wake-up sends all messages of a run without waiting for the next poll', async () => {
  const { receiver, enqueue, forward } = await openForwarding()
  const forwarder = forward({ pollMs: 60_000 })
  await meanwhile()
  const runId = newRun()
  await enqueue({ type: 'start', runId }, { type: 'step', runId })
  forwarder.wake()
  await eventually(() => expect(receiver.received).toHaveLength(2))
})

test('a wake-up for other destinations does not look for messages of this one', async () => {
  const { receiver, enqueue, forward, destination } = await openForwarding()
  const forwarder = forward({ pollMs: 60_000 })
  await meanwhile()
  await enqueue({ type: 'start', runId: newRun() })
  forwarder.wake(['letters'])
  await meanwhile()
  expect(receiver.received).toEqual([])
  forwarder.wake(['letters', destination])
  await eventually(() => expect(receiver.received).toHaveLength(1))
})

test('more runs than are served at once are all served without waiting for the next poll', async () => {
  const { receiver, enqueue, forward } = await openForwarding()
  await enqueue(...Array.from({ length: 9 }, () => ({ type: 'start' as const, runId: newRun() })))
  forward({ concurrency: 2, pollMs: 60_000 })
  await eventually(() => expect(receiver.received).toHaveLength(9))
})
