import { expect, test } from 'vitest'
import { decideSupportRequest, maxSupportRequests } from '#domain/orders/decide-support-request.ts'
import { storedEvent } from '#tests/build-events.ts'

const requests = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    storedEvent('support_requested', { data: { orderId: 'order', request: `r${index}` } }),
  )
const order = [storedEvent('start'), storedEvent('complete'), storedEvent('paid')]

test.each([
  ['the first message', requests(0), 'new', 'append'],
  ['a further message', requests(3), 'new', 'append'],
  ['a message that an earlier attempt has recorded', requests(3), 'r1', 'recorded'],
  ['the last message below the limit', requests(maxSupportRequests - 1), 'new', 'append'],
  ['a message above the limit', requests(maxSupportRequests), 'new', 'too-many'],
  ['a recorded message above the limit', requests(maxSupportRequests), 'r0', 'recorded'],
] as const)('%s: %#', (_, known, request, decision) => {
  expect(decideSupportRequest([...order, ...known], request)).toBe(decision)
})
