import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { APIRequestContext } from 'playwright/test'
import type { OrderResponse } from '#domain/orders/order-contract.ts'
import type { IngestResponse } from '#domain/events/wire-events.ts'
import { berlinDate, monthFrom } from '#domain/time/berlin-time.ts'
import { anmeldungForm, envelope, wireEvent } from '#tests/build-events.ts'

export interface PlacedOrder {
  id: string
  runId: string
  number: string
  secret: string
  /** Path of the status page with the token in its fragment. */
  statusPath: string
}

/** Places an order without the wizard. `values` replaces values of the form. */
export async function placeOrder(request: APIRequestContext, values: object = {}): Promise<PlacedOrder> {
  const secret = randomBytes(32).toString('base64url')
  const secretHash = createHash('sha256').update(secret).digest('hex')
  const runId = randomUUID()
  const now = new Date().toISOString()
  const anmeldungZu = monthFrom(berlinDate(Date.now()), 1)
  const form = { ...anmeldungForm, anmeldungZu, ...values }
  const start = wireEvent('start', { runId, occurredAt: now, data: { secretHash, entry: '/' } })
  const complete = wireEvent('complete', { runId, occurredAt: now, form })
  const response = await request.post('/api/events', { data: envelope([start, complete], { sentAt: now }) })
  const result = ((await response.json()) as IngestResponse).results[1]
  if (result?.status !== 'stored' || !result.order) throw new Error(JSON.stringify(await response.json()))
  const { id, number } = result.order
  const own = await request.get(`/api/orders/${id}`, { headers: { 'x-run-secret': secret } })
  const { statusUrl } = (await own.json()) as OrderResponse
  return { id, runId, number, secret, statusPath: statusUrl!.replace(/^https?:\/\/[^/]+/, '') }
}
