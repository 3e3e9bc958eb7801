import { expect, test } from 'vitest'
import { orderedProduct } from '#domain/documents/ordered-product.ts'
import { anmeldung } from '#domain/funnels/anmeldung.ts'

test('the name of the service has the service level VIP, and no other', () => {
  expect(orderedProduct({ funnel: 'anmeldung', isVip: true })).toBe(`${anmeldung.product} (VIP)`)
  expect(orderedProduct({ funnel: 'anmeldung', isVip: false })).toBe(anmeldung.product)
})

test('an unknown funnel is named by its type', () => {
  expect(orderedProduct({ funnel: 'ummeldung', isVip: true })).toBe('ummeldung')
})
