import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decideHandOver } from '#domain/orders/decide-order.ts'
import { decideAnswer, decideDeclaration } from '#domain/orders/decide-withdrawal.ts'
import { dayMs, hourMs } from '#domain/time/durations.ts'
import { CommandRefused, UsageError } from '#service/commands/command-errors.ts'
import { readOrderCommand } from '#service/commands/order-commands.ts'
import { createVaultCipher } from '#db/keys/vault-cipher.ts'
import { customerOrderOf, resendEmail } from '#service/correspondence/resend-email.ts'
import { findOrder } from '#service/orders/find-order.ts'
import { readOrderValues } from '#service/orders/order-values.ts'
import type { EmailContent } from '#service/outbox/destinations/mail/email-content.ts'
import { createSealedOutbox } from '#service/outbox/sealed-content.ts'
import { berlinDay } from '#domain/time/berlin-time.ts'
import { changeOrder } from '#service/orders/change-order.ts'
import { projectNext } from '#service/projections/project-next.ts'
import { excludeRun } from '#service/projections/exclude-run.ts'
import { anmeldungForm } from '#tests/build-events.ts'
import { type OrderedRun, orderRun } from '#tests/service/orders/ordered-run.ts'
import { type TestService, openTestService } from '#tests/service/harness.ts'

let service: TestService
beforeAll(async () => void (service = await openTestService()))
afterAll(() => service.close())

const audited: [action: string, orderId: string, detail: string | null][] = []
const emails = () =>
  createSealedOutbox<EmailContent>({
    store: service.store,
    destination: 'mail',
    cipher: createVaultCipher(service.piiKey),
    now: service.clock.now,
    newId: randomUUID,
  })
const orders = (...args: string[]) =>
  readOrderCommand(args)({
    store: service.store,
    now: service.clock.now,
    submitAfterMs: 2 * hourMs,
    letterService: false,
    audit: async (...entry) => void audited.push(entry),
    resendEmail: (id, to) => resendEmail({ ...service, emails: emails(), now: service.clock.now }, id, to),
    customerOrderOf: (row) => customerOrderOf({ ...service, emails: emails() }, row),
  })

async function project() {
  const { store, clock } = service
  const step = { size: 100, now: clock.now() }
  while ((await projectNext(store, await store.projections.live(), step)).kind !== 'idle');
}

/** Places an order whose withdrawal is declared `afterMs` after the order. */
async function declared(afterMs = 0): Promise<OrderedRun> {
  const run = await orderRun(service)
  const now = service.clock.now()
  const declaration = { statement: randomUUID(), receivedAt: now + afterMs, concludedAt: now, proven: false }
  await changeOrder(service.store.log, run.order.id, (order) => decideDeclaration(order, declaration), {
    now,
  })
  await project()
  return run
}

describe('npm run orders', () => {
  test('lists the orders with a pending withdrawal, and shows one by number or id', async () => {
    expect(await orders('list')).toContain('No order has')
    const run = await declared()
    expect(await orders('list')).toMatch(
      new RegExp(`^${run.order.number}  ${run.order.id}  withdrawal_declared  not paid  declared 2026`),
    )
    const shown = await orders('show', run.order.number.toLowerCase())
    expect(shown).toMatch(/status +withdrawal_declared/)
    expect(shown).toContain('withdrawal_declared')
    expect(await orders('show', run.order.id)).toBe(shown)
    await expect(orders('show', 'FL-0000000000')).rejects.toThrow(CommandRefused)
  })

  test('lists a paid order whose run is excluded, and marks VIP orders', async () => {
    const form = { ...anmeldungForm, serviceLevel: 'vip' }
    const run = await orderRun(service, { form })
    await run.callback({ amountCents: 7999 })
    await project()
    const { number } = run.order
    expect(await orders('list')).toMatch(new RegExp(`${number} .* paid  VIP  paid .*handed over$`, 'm'))
    const exclusion = { runId: run.runId, at: service.clock.now(), by: 'service', reason: 'test' } as const
    await excludeRun(service.store, exclusion)
    expect(await orders('list')).toMatch(new RegExp(`${number} .* paid  VIP .*, its run is excluded$`, 'm'))
    expect(await orders('show', number)).toMatch(/product +.*\(VIP\)/)
    await orders('failed', number, '--reason', 'unprintable')
    await orders('refunded', number)
    expect(await orders('list')).not.toContain(number)
  })

  test('withdraws an order, declared or not, once', async () => {
    const [pending, paid] = [await declared(), await orderRun(service)]
    await paid.callback()
    await project()
    expect(await orders('withdraw', pending.order.number)).toMatch(
      /Nothing was paid\. The service informs the customer/,
    )
    expect(await orders('withdraw', paid.order.id)).toContain('Refund payment pay_1')
    expect([await pending.status(), await paid.status()]).toEqual(['withdrawn', 'withdrawn'])
    await expect(orders('withdraw', paid.order.id)).rejects.toThrow(/is withdrawn already/)
    await expect(orders('revoke', paid.order.id)).rejects.toThrow(/which is final/)
  })

  test('revokes only a declared withdrawal', async () => {
    const [run, other] = [await declared(), await orderRun(service)]
    expect(await orders('revoke', run.order.id)).toMatch(
      /revoked, and is ordered\. The service informs the customer/,
    )
    expect(await run.types()).toContain('withdrawal_revoked')
    await expect(orders('revoke', run.order.id)).rejects.toThrow(/revoked already/)
    await expect(orders('revoke', other.order.id)).rejects.toThrow(/no declared withdrawal/)
  })

  test('does not override a concurrent decision of the customer', async () => {
    const run = await declared()
    const { id } = run.order
    const [, confirmed] = await Promise.allSettled([
      orders('revoke', id),
      changeOrder(service.store.log, id, (order) => decideAnswer(order, 'confirmation'), { now: 0 }),
    ])
    const types = (await run.types()).slice(2)
    expect(types).toHaveLength(2)
    expect(confirmed.status).toBe('fulfilled')
  })

  test('records the posted letter of a paid order, a failure and its refund', async () => {
    const run = await orderRun(service)
    const { id, number } = run.order
    await expect(orders('sent', id)).rejects.toThrow(/no letter yet/)
    await expect(orders('failed', id, '--reason', 'unprintable')).rejects.toThrow(/is not paid/)
    await run.callback()
    await project()
    expect(await orders('list')).toMatch(new RegExp(`${number}.*letter to be handed over`))
    await expect(orders('refunded', id)).rejects.toThrow(/no refund due/)
    await changeOrder(service.store.log, id, (order) => decideHandOver(order, id), {
      now: service.clock.now(),
    })
    await project()
    expect(await orders('list')).toMatch(new RegExp(`${number}.*letter to be posted`))
    const today = berlinDay(service.clock.now())
    await expect(orders('sent', number, '--on', '2999-01-01')).rejects.toThrow(/from its payment to today/)
    expect(await orders('sent', number, '--on', today)).toBe(
      `Order ${number} is sent. The service informs the customer by e-mail.`,
    )
    await expect(orders('sent', number)).rejects.toThrow(/sent already/)
    expect(await orders('failed', number, '--reason', 'undeliverable')).toContain('Refund payment pay_1.')
    await project()
    expect(await orders('list')).toMatch(new RegExp(`${number}.*refund 49.99 EUR of payment pay_1`))
    expect(await orders('refunded', number)).toContain('is refunded, 49.99 EUR.')
    const actions = audited
      .filter(([, orderId]) => orderId === id)
      .map(([action, , detail]) => [action, detail])
    // Each command is recorded before it is carried out, and once more if it is refused.
    expect(actions).toEqual([
      ['sent', null],
      ['sent', 'refused not-submitted'],
      ['failed', 'unprintable'],
      ['failed', 'refused not-paid'],
      ['refunded', null],
      ['refunded', 'refused not-due'],
      ['sent', '2999-01-01'],
      ['sent', 'refused wrong-day'],
      ['sent', today],
      ['sent', null],
      ['sent', 'refused sent'],
      ['failed', 'undeliverable'],
      ['refunded', null],
    ])
    expect(await run.types()).toEqual([
      'start',
      'complete',
      'paid',
      'submitted',
      'sent',
      'failed',
      'refunded',
    ])
  })

  test('declines a withdrawal only for a reason that holds', async () => {
    const timely = await declared()
    await expect(orders('decline', timely.order.id, '--reason', 'late')).rejects.toThrow(/in time/)
    const run = await declared(30 * dayMs)
    expect(await orders('list')).toMatch(new RegExp(`${run.order.number}.*decide: withdraw or decline`))
    await expect(orders('decline', run.order.id, '--reason', 'performed')).rejects.toThrow(/not sent/)
    await expect(orders('decline', run.order.id, '--reason', 'business')).rejects.toThrow(/by a business/)
    expect(await orders('decline', run.order.id, '--reason', 'late')).toContain('declined, and is ordered')
    await expect(orders('decline', run.order.id, '--reason', 'late')).rejects.toThrow(/declined already/)
  })

  test('sends an e-mail again that was refused, to a corrected address', async () => {
    const run = await orderRun(service)
    const { store, clock } = service
    await expect(orders('resend', run.order.id)).rejects.toThrow(/no e-mail/)
    const step = { size: 100, now: clock.now(), destinations: ['mail'] as const }
    await run.withdraw()
    while ((await projectNext(store, await store.projections.live(), step)).kind !== 'idle');
    const now = clock.now()
    const claimed = await store.outbox.claimDue({ destination: 'mail', now, leaseMs: 1, limit: 50 })
    const row = claimed.find(({ runId }) => runId === run.runId)
    const attempt = { number: 1, startedAt: now, durationMs: 1, status: 550, error: 'EENVELOPE' }
    await store.outbox.finish(row!, attempt, { state: 'dead' })
    expect(await orders('show', run.order.id)).toContain('about withdrawn: dead, 1 attempts')
    expect(await orders('resend', run.order.id, '--to', 'neu@example.org')).toContain('about withdrawn')
    const [again] = await store.outbox.contents('mail', 0, 9)
    expect(emails().open(again!)).toEqual({ repeat: { eventId: row!.messageId } })
    const found = (await findOrder(store.log, run.order.id))!
    expect((await readOrderValues(store, found)).email).toBe('neu@example.org')
    expect(audited.at(-1)).toEqual(['resend', run.order.id, row!.messageId])
    expect(await orders('show', run.order.id)).toContain('about withdrawn: discarded')

    // The corrected address is refused as well.
    const [second] = await store.outbox.claimDue({ destination: 'mail', now, leaseMs: 1, limit: 50 })
    await store.outbox.finish(second!, { ...attempt, number: 1 }, { state: 'dead' })
    clock.advance(60_000)
    expect(await orders('resend', run.order.id, '--to', 'richtig@example.org')).toContain('the withdrawal')
    const corrected = (await findOrder(store.log, run.order.id))!
    expect((await readOrderValues(store, corrected)).email).toBe('richtig@example.org')
  })

  test('neither prints nor hands over a letter that is not ready or not due', async () => {
    const run = await orderRun(service)
    await expect(orders('print', run.order.id)).rejects.toThrow(/no letter to be printed/)
    expect(audited.at(-1)).toEqual(['print', run.order.id, 'refused not-submitted'])
    await expect(orders('submit', run.order.id)).rejects.toThrow(/is ordered/)
    await run.callback()
    await expect(orders('submit', run.order.id)).rejects.toThrow(/can change order/)
    expect(audited.at(-1)).toEqual(['submit', run.order.id, 'refused not-due'])
    await changeOrder(service.store.log, run.order.id, (order) => decideHandOver(order, 'letter-1'), {
      now: service.clock.now(),
    })
    await expect(orders('print', run.order.id)).rejects.toThrow(/no letter that is ready/)
  })

  test.each([
    [[], 'A command is missing.'],
    [['cancel'], 'There is no command "cancel".'],
    [['withdraw'], '<number or id> is missing.'],
    [['list', 'x'], 'list takes no order.'],
    [['list', '--limit', '0'], '--limit is wrong'],
    [['show', 'x', '--limit', '1'], '--limit does not go with show.'],
    [['sent', 'x', '--to', 'y'], '--to does not go with sent.'],
    [['sent', 'x', '--on', '20.11.2026'], '--on is wrong'],
    [['failed', 'x'], '--reason is wrong'],
    [['failed', 'x', '--reason', 'Łucja Müller'], '--reason is wrong'],
    [['decline', 'x', '--reason', 'other'], 'allowed: late, performed, business'],
    [['refunded', 'x', '--amount', '49.99'], '--amount'],
    [['resend', 'x', '--to', 'nobody'], '--to is wrong'],
  ])('refuses %j and says why', (args, message) => {
    expect(() => readOrderCommand(args)).toThrow(UsageError)
    expect(() => readOrderCommand(args)).toThrow(message)
  })
})
