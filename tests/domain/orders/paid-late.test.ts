import { expect, test } from 'vitest'
import { orderOf } from '#domain/orders/evolve-order.ts'
import { orderStory } from '#domain/orders/story/order-story.ts'
import { noon, storedEvent } from '#tests/build-events.ts'

const day = 24 * 3_600_000
const complete = storedEvent('complete', { data: { orderNumber: 'FL-1', priceCents: 4999 } })

test.each([
  [29 * day, 'Ihr Auftrag ist bezahlt'],
  [31 * day, 'Ihre Zahlung kam nach dem Ablauf'],
])('a payment %i ms after the order is described as what it is', (after, title) => {
  const paid = storedEvent('paid', {
    at: noon + after,
    data: { orderId: complete.id, paymentId: 'p1', amountCents: 4999 },
  })
  const events = [complete, paid]
  const now = noon + after + 1
  const story = orderStory(orderOf(events)!, events, { unpaid: 30 * day, submitAfterMs: 0, now })
  expect(story.title).toBe(title)
  expect(story.text.includes('melden wir uns')).toBe(after > 30 * day)
})
