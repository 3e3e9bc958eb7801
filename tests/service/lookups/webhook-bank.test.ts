import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { ForwardDrafts } from '#domain/outbox/webhook-payload.ts'
import { createLookups } from '#service/lookups/lookups.ts'
import { openForwarding, personalForm, useStore } from '#tests/service/outbox/open-outbox.ts'
import { pino } from 'pino'
import { eventually } from '#tests/eventually.ts'
import { json, openProvider } from './provider-server.ts'

useStore()

const german = 'DE89370400440532013000'
const austrian = 'AT611904300234573201'

async function paymentOf(
  iban: string,
  facts: object,
  ibanUrl?: string,
  forwardDrafts: ForwardDrafts = 'full',
) {
  const forwarding = await openForwarding()
  const log = pino({ level: 'silent' })
  const { bankOf } = createLookups({ ibanUrl, log, now: forwarding.clock.now, timeoutMs: 1000 }).iban
  await forwarding.enqueue({
    type: 'step',
    runId: randomUUID(),
    over: { step: 3, facts: { zahlungsrhythmus: 'jaehrlich', ...facts } },
    form: { ...personalForm, iban },
  })
  forwarding.forward({ bankOf, endpoint: { forwardDrafts } })
  await eventually(() => expect(forwarding.receiver.received).toHaveLength(1))
  return forwarding.receiver.received[0]!.message.payment
}

const directDebit = { zahlungsart: 'lastschrift' }

test('a message contains the bank of its IBAN', async () => {
  expect(await paymentOf(german, directDebit)).toMatchObject({
    iban: german,
    bic: 'COBADEFFXXX',
    kreditinstitut: 'Commerzbank',
  })
})

test('banks in the bundled list cause no request, others are requested from the IBAN service', async () => {
  const provider = await openProvider(
    json({ valid: true, bankData: { name: 'Erste Bank', bic: 'GIBAATWWXXX' } }),
  )
  try {
    expect(await paymentOf(german, directDebit, provider.url)).toMatchObject({ bic: 'COBADEFFXXX' })
    expect(provider.questions).toEqual([])
    expect(await paymentOf(austrian, directDebit, provider.url)).toMatchObject({
      bic: 'GIBAATWWXXX',
      kreditinstitut: 'Erste Bank',
    })
    provider.react(() => undefined)
    expect(await paymentOf(austrian, directDebit, provider.url)).toMatchObject({
      iban: austrian,
      bic: null,
      kreditinstitut: null,
    })
  } finally {
    await provider.close()
  }
})

test('a message without direct debit contains no bank', async () => {
  const payment = await paymentOf(german, { zahlungsart: 'ueberweisung' })
  expect(payment).toMatchObject({ bic: null, kreditinstitut: null })
  expect(payment).not.toHaveProperty('iban')
})

test('a message without personal data contains no bank', async () => {
  expect(await paymentOf(german, directDebit, undefined, 'off')).toEqual({})
})
