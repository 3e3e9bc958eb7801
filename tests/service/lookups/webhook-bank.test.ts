import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createLookups } from '#service/lookups/lookups.ts'
import { openForwarding, personalForm, useStore } from '#tests/service/forwarding/open-forwarding.ts'
import { pino } from 'pino'
import { eventually } from '#tests/eventually.ts'
import { json, openProvider } from './provider-server.ts'

useStore()

const german = 'DE89370400440532013000'
const austrian = 'AT611904300234573201'

async function paymentOf(iban: string, facts: object, ibanUrl?: string, forwardDrafts = true) {
  const forwarding = await openForwarding()
  const log = pino({ level: 'silent' })
  const { bankOf } = createLookups({ ibanUrl, log, now: forwarding.clock.now, timeoutMs: 150 }).iban
  await forwarding.owe({
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

test('a message tells the bank of the IBAN that it tells', async () => {
  expect(await paymentOf(german, directDebit)).toMatchObject({
    iban: german,
    bic: 'COBADEFFXXX',
    kreditinstitut: 'Commerzbank',
  })
})

test('it asks nobody about a bank that is known here, and the IBAN service about others', async () => {
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

test('a bank that belongs to no direct debit is not told', async () => {
  const payment = await paymentOf(german, { zahlungsart: 'ueberweisung' })
  expect(payment).toMatchObject({ bic: null, kreditinstitut: null })
  expect(payment).not.toHaveProperty('iban')
})

test('where no personal data is told, no bank is either', async () => {
  expect(await paymentOf(german, directDebit, undefined, false)).toEqual({})
})
