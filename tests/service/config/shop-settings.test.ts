import { describe, expect, test } from 'vitest'
import { readEnv } from '#service/config/env.ts'
import { StartError } from '#service/config/start-error.ts'

const checkout = { CHECKOUT_URL: 'https://pay.example.de/', PAYMENT_METHODS: 'Kreditkarte,PayPal' }
const ids = 'anmeldung:136,zusaetzlich:137,aenderung:138,abmeldung:103'
const VIP_TEXT = 'Ihr Brief geht am selben Werktag zur Post.'

function refusal(source: Record<string, string>): string {
  try {
    readEnv(source)
  } catch (error) {
    expect(error).toBeInstanceOf(StartError)
    return (error as Error).message
  }
  throw new Error('the environment was accepted')
}

test('means of payment keep their order, and product ids are read for every funnel', () => {
  const env = readEnv({
    ...checkout,
    PAYMENT_METHODS: ' PayPal , SEPA-Lastschrift,Kauf auf Rechnung',
    VIP: 'on',
    VIP_TEXT,
    VIP_PRODUCT_IDS: ids,
  })
  expect(env.PAYMENT_METHODS).toEqual(['PayPal', 'SEPA-Lastschrift', 'Kauf auf Rechnung'])
  expect(env.VIP_PRODUCT_IDS).toEqual({ anmeldung: 136, zusaetzlich: 137, aenderung: 138, abmeldung: 103 })
})

describe('the start is refused with one line', () => {
  test.each([
    [
      'an external checkout without means of payment',
      { CHECKOUT_URL: checkout.CHECKOUT_URL },
      'PAYMENT_METHODS is missing',
    ],
    ['VIP without its text', { VIP: 'on' }, 'VIP_TEXT is missing'],
    [
      'VIP with an external checkout and no product ids',
      { ...checkout, VIP: 'on', VIP_TEXT },
      'VIP_PRODUCT_IDS is missing',
    ],
    [
      'an empty label',
      { PAYMENT_METHODS: 'PayPal,,Karte' },
      'PAYMENT_METHODS is wrong: read "PayPal,,Karte"',
    ],
    ['a label given twice', { PAYMENT_METHODS: 'PayPal,PayPal' }, 'PAYMENT_METHODS is wrong'],
    ['a label that is too long', { PAYMENT_METHODS: 'x'.repeat(41) }, 'PAYMENT_METHODS is wrong'],
    ['a text without a full stop', { VIP_TEXT: 'schneller' }, 'VIP_TEXT is wrong'],
    ['a text that is too long', { VIP_TEXT: `${'x'.repeat(200)}.` }, 'VIP_TEXT is wrong'],
    ['a funnel without a product id', { VIP_PRODUCT_IDS: 'anmeldung:136' }, 'VIP_PRODUCT_IDS is wrong'],
    ['an unknown funnel', { VIP_PRODUCT_IDS: ids.replace('abmeldung', 'umzug') }, 'VIP_PRODUCT_IDS is wrong'],
    ['a funnel given twice', { VIP_PRODUCT_IDS: `${ids},abmeldung:9` }, 'VIP_PRODUCT_IDS is wrong'],
    ['an id that is no number', { VIP_PRODUCT_IDS: ids.replace('136', 'x') }, 'VIP_PRODUCT_IDS is wrong'],
  ])('for %s', (_, source, start) => {
    const message = refusal(source)
    expect(message.startsWith(start)).toBe(true)
    expect(message).toContain('allowed: ')
    expect(message.split('\n')).toHaveLength(1)
  })
})

test('VIP with the test payment page needs no product ids', () => {
  expect(readEnv({ VIP: 'on', VIP_TEXT }).VIP_TEXT).toBe(VIP_TEXT)
})
