import { afterAll, beforeAll, expect, test } from 'vitest'
import { readOrderCommand } from '#service/commands/order-commands.ts'
import { orderRun } from '#tests/service/orders/ordered-run.ts'
import { type TestService, openTestService } from '#tests/service/harness.ts'

let service: TestService
beforeAll(async () => void (service = await openTestService()))
afterAll(() => service.close())

test.each([['failed', '--reason', 'unprintable'], ['withdraw']])(
  '%s changes nothing if it cannot be recorded in the audit',
  async (name, ...options) => {
    const run = await orderRun(service)
    await run.callback()
    const command = readOrderCommand([name, run.order.id, ...options])
    const tools = {
      store: service.store,
      now: service.clock.now,
      submitAfterMs: 0,
      letterService: false,
      audit: () => Promise.reject(new Error('the disk is full')),
      resendEmail: async () => ({ code: 'done' as const }),
      customerOrderOf: async () => undefined,
    }
    await expect(command(tools)).rejects.toThrow('the disk is full')
    expect(await run.types()).toEqual(['start', 'complete', 'paid'])
  },
)
