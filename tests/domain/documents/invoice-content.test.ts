import { describe, expect, test } from 'vitest'
import { cancellationContent, invoiceContent } from '#domain/documents/invoice-content.ts'
import type { FieldValues } from '#domain/forms/define-field.ts'
import { checkForm, splitForm } from '#domain/forms/check-form.ts'
import type { Funnel } from '#domain/forms/define-funnel.ts'
import { abmeldung } from '#domain/funnels/abmeldung.ts'
import { anmeldung } from '#domain/funnels/anmeldung.ts'
import { invoiceValues } from '#domain/orders/billing/invoice-values.ts'
import { allCases } from '#tests/funnel-cases/all-cases.ts'

const today = { year: 2026, month: 11, day: 20 }
const provider = {
  lines: ['Probe UG (haftungsbeschränkt)', 'Am Markt 1', '10115 Berlin'],
  details: ['Amtsgericht Berlin, HRB 1'],
  email: 'kontakt@example.org',
  vatId: 'DE123456789',
  taxNumber: null,
}

/** Returns the invoice for an order, from the values that are still kept when the rest of the form has been erased. */
function invoiceOf(funnel: Funnel, name: string, over: object = {}) {
  const { form } = allCases(today)
    .find((cases) => cases.funnel === funnel)!
    .orders.find((order) => order.name === name)!
  const { facts, personal } = splitForm(funnel, checkForm(funnel, form, today).values)
  const kept = invoiceValues({ funnel: funnel.type, facts }, { ...personal, ...over })
  return invoiceContent({
    provider,
    funnel,
    values: { ...facts, ...kept } as FieldValues,
    orderNumber: 'FL-2026-0001',
    priceCents: 4999,
    number: 'R-2026-0001',
    // Both times are shortly before midnight in UTC, when the next day has begun in Berlin.
    issuedAt: Date.parse('2026-12-31T23:30:00Z'),
    paidAt: Date.parse('2026-11-20T23:30:00Z'),
  })
}

const invoice = {
  provider,
  netCents: 4201,
  vatCents: 798,
  grossCents: 4999,
  vatPercent: 19,
  number: 'R-2026-0001',
  cancels: null,
  isChargeback: false,
  issuedOn: '2027-01-01',
  paidOn: '2026-11-21',
  orderNumber: 'FL-2026-0001',
  customer: {
    name: 'Łucja Müller-Lüdenscheidt',
    company: null,
    street: 'Hauptstraße 12a',
    postalCode: '10115',
    city: 'Berlin',
  },
  product: 'Anmeldung zum Rundfunkbeitrag',
}

describe('an invoice', () => {
  test('contains the amounts, the days and the person billed', () => {
    expect(invoiceOf(anmeldung, 'direct debit')).toEqual(invoice)
  })

  test('names the company', () => {
    const company = 'Bäckerei Łukasz & Söhne GmbH'
    expect(invoiceOf(anmeldung, 'direct debit', { firma: company })?.customer).toEqual({
      ...invoice.customer,
      company,
    })
  })

  test('for a deceased payer is billed to the recipient of the confirmation', () => {
    expect(invoiceOf(abmeldung, 'verstorben')?.customer).toEqual({
      name: 'Şahin O’Connor',
      company: null,
      street: 'Straße des 17. Juni 1-3',
      postalCode: '01067',
      city: 'Au',
    })
    expect(invoiceOf(abmeldung, 'ausland')?.customer.name).toBe('Łucja Müller-Lüdenscheidt')
  })

  test('names the service level VIP', () => {
    expect(invoiceOf(abmeldung, 'mitbewohner')?.product).toBe('Abmeldung vom Rundfunkbeitrag (VIP)')
  })

  test('cannot be composed without a name', () => {
    expect(invoiceOf(anmeldung, 'direct debit', { nachname: undefined })).toBeUndefined()
  })
})

test('a cancellation invoice repeats the invoice under its own number and day', () => {
  const issuedAt = Date.parse('2027-01-05T12:00:00Z')
  expect(
    cancellationContent(invoiceOf(anmeldung, 'direct debit')!, {
      number: 'S-2027-0001',
      issuedAt,
      isChargeback: true,
    }),
  ).toEqual({
    ...invoice,
    number: 'S-2027-0001',
    cancels: 'R-2026-0001',
    isChargeback: true,
    issuedOn: '2027-01-05',
  })
})
