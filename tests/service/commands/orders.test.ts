import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decideAnswer, decideDeclaration } from '#domain/orders/decide-order.ts'
import { CommandRefused, UsageError } from '#service/commands/command-errors.ts'
import { readOrderCommand } from '#service/commands/order-commands.ts'
import { changeOrder } from '#service/orders/change-order.ts'
import { projectNext } from '#service/projections/project-next.ts'
import { type OrderedRun, orderRun } from '#tests/service/orders/ordered-run.ts'
import { type TestService, openTestService } from '#tests/service/harness.ts'

let service: TestService
beforeAll(async () => void (service = await openTestService()))
afterAll(() => service.close())

const orders = (...args: string[]) => readOrderCommand(args)(service.store, service.clock.now)

async function project() {
  const { store, clock } = service
  const step = { size: 100, now: clock.now() }
  while ((await projectNext(store, await store.projections.live(), step)).kind !== 'idle');
}

async function declared(): Promise<OrderedRun> {
  const run = await orderRun(service)
  const now = service.clock.now()
  const declaration = { statement: randomUUID(), receivedAt: now, concludedAt: now, proven: false }
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
      new RegExp(`^${run.order.number}  ${run.order.id}  not paid  declared 2026`),
    )
    const shown = await orders('show', run.order.number.toLowerCase())
    expect(shown).toMatch(/status +withdrawal_declared/)
    expect(shown).toContain('withdrawal_declared')
    expect(await orders('show', run.order.id)).toBe(shown)
    await expect(orders('show', 'FL-0000000000')).rejects.toThrow(CommandRefused)
  })

  test('withdraws an order, declared or not, once', async () => {
    const [pending, paid] = [await declared(), await orderRun(service)]
    await paid.callback()
    await project()
    expect(await orders('withdraw', pending.order.number)).toMatch(
      /Nothing was paid\. This command sends no e-mail/,
    )
    expect(await orders('withdraw', paid.order.id)).toContain('Refund payment pay_1')
    expect([await pending.status(), await paid.status()]).toEqual(['withdrawn', 'withdrawn'])
    await expect(orders('withdraw', paid.order.id)).rejects.toThrow(/is withdrawn already/)
    await expect(orders('revoke', paid.order.id)).rejects.toThrow(/which is final/)
  })

  test('revokes only a declared withdrawal', async () => {
    const [run, other] = [await declared(), await orderRun(service)]
    expect(await orders('revoke', run.order.id)).toMatch(
      /The order is ordered\. This command sends no e-mail/,
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

  test.each([
    [[], 'A command is missing.'],
    [['cancel'], 'There is no command "cancel".'],
    [['withdraw'], '<number or id> is missing.'],
    [['list', 'x'], 'list takes no order.'],
    [['list', '--limit', '0'], '--limit is wrong'],
    [['show', 'x', '--limit', '1'], '--limit does not go with show.'],
  ])('refuses %j and says why', (args, message) => {
    expect(() => readOrderCommand(args)).toThrow(UsageError)
    expect(() => readOrderCommand(args)).toThrow(message)
  })
})
