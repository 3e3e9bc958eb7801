// @module-tag slow
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { afterEach, describe, expect, test } from 'vitest'
import type { Store } from '#db/ports/store.ts'
import { eventually } from '#tests/eventually.ts'
import { currentForm } from '#tests/faults/support/current-form.ts'
import { slowEngines } from '#tests/faults/support/engines.ts'
import { eventNow, postEvents } from '#tests/faults/support/post-events.ts'
import { type StartedService, serviceProcesses } from '#tests/faults/support/service-process.ts'
import { temporaryFolder } from '#tests/faults/support/temporary-folder.ts'

const orderCount = 5
const paymentSecret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`

const services = serviceProcesses()
afterEach(() => services.killAll())

/** Places an order and returns its id. */
async function placeOrder({ url }: StartedService): Promise<string> {
  const runId = randomUUID()
  const secretHash = createHash('sha256').update(randomBytes(32)).digest('hex')
  const { results } = await postEvents(url, [
    eventNow('start', { runId, data: { secretHash, entry: '/' } }),
    eventNow('complete', { runId, form: currentForm() }),
  ])
  const result = results[1]
  if (result?.status !== 'stored' || !result.order) throw new Error(JSON.stringify(results))
  return result.order.id
}

async function pay({ url }: StartedService, orderId: string): Promise<void> {
  const body = JSON.stringify({ orderId, paymentId: `pay-${orderId}`, amountCents: 4999, status: 'paid' })
  const now = new Date()
  const response = await fetch(`${url}/api/payments/webhook`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': orderId,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Webhook(paymentSecret).sign(orderId, now, body),
    },
    body,
  })
  expect(response.status).toBe(200)
}

/** Returns the number of each attached invoice in the e-mails of a folder. */
function emailedInvoices(dataFolder: string): string[] {
  const folder = path.join(dataFolder, 'mail')
  return readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .flatMap((name) => {
      const text = readFileSync(path.join(folder, name), 'utf8')
      return /filename="?Rechnung-(RE-\d{4}-\d{5})\.pdf/.exec(text)?.[1] ?? []
    })
    .toSorted()
}

const lettersIn = (dataFolder: string) =>
  readdirSync(path.join(dataFolder, 'post')).filter((name) => name.endsWith('.pdf'))

async function numbersIn(store: Store): Promise<string[]> {
  const events = await store.log.read(0, 1000)
  return events.flatMap((event) => (event.type === 'invoiced' ? [event.data.number] : []))
}

describe.each(slowEngines)('paid orders on $name', { timeout: 300_000 }, (engine) => {
  test('get one invoice, one e-mail and one letter each, although the service is killed', async () => {
    const { folder, remove } = temporaryFolder()
    const database = await engine.create(folder)
    const dataFolder = path.join(folder, 'data')
    const env = {
      ...database.env,
      DATA_DIR: dataFolder,
      SUBMIT_AFTER: '2s',
      PAYMENT_WEBHOOK_SECRET: paymentSecret,
    }
    let service = await services.start(env)
    const orderIds = await Promise.all(Array.from({ length: orderCount }, () => placeOrder(service)))
    for (const orderId of orderIds) await pay(service, orderId)
    for (const runsForMs of [300, 1200, 2000, 900]) {
      await sleep(runsForMs)
      await service.end('SIGKILL')
      service = await services.start(env)
    }
    const year = new Date().getFullYear()
    const numbers = orderIds.map((_, index) => `RE-${year}-0000${index + 1}`)
    await eventually(() => {
      expect(emailedInvoices(dataFolder)).toEqual(numbers)
      expect(lettersIn(dataFolder)).toHaveLength(orderCount)
    }, 150_000)
    await service.end('SIGTERM')
    const store = await database.open()
    expect((await numbersIn(store)).toSorted()).toEqual(numbers)
    const events = await store.log.read(0, 1000)
    const causes = events.flatMap((event) =>
      event.type === 'prepared' || event.type === 'submitted'
        ? [JSON.stringify([event.type, event.data.orderId, 'document' in event.data && event.data.document])]
        : [],
    )
    expect(new Set(causes).size).toBe(causes.length)
    expect(events.filter(({ type }) => type === 'submitted')).toHaveLength(orderCount)
    await store.close()
    remove()
  })
})
