import { describe, expect, test } from 'vitest'
import { confirmationContent } from '#domain/documents/confirmation-content.ts'
import { checkForm } from '#domain/forms/check-form.ts'
import type { FieldValues } from '#domain/forms/define-field.ts'
import type { Funnel } from '#domain/forms/define-funnel.ts'
import { abmeldung } from '#domain/funnels/abmeldung.ts'
import { allCases } from '#tests/funnel-cases/all-cases.ts'

const today = { year: 2026, month: 11, day: 20 }
const provider = {
  lines: ['Probe UG'],
  details: [],
  email: 'kontakt@example.org',
  vatId: null,
  taxNumber: '1/2/3',
}
const texts = [{ title: 'Widerrufsbelehrung', paragraphs: ['Sie haben das Recht …'] }]

function confirmationOf(funnel: Funnel, values: FieldValues) {
  const content = confirmationContent({
    provider,
    funnel,
    values,
    orderNumber: 'FL-2026-0001',
    priceCents: 7999,
    orderedAt: Date.parse('2026-11-20T23:30:00Z'),
    statusUrl: 'https://example.org/auftrag#token',
    texts,
  })
  if (!content) throw new Error('the confirmation has no content')
  return content
}

function named(name: string, over: object = {}) {
  const { orders } = allCases(today).find(({ funnel }) => funnel === abmeldung)!
  const { form } = orders.find((order) => order.name === name)!
  return confirmationOf(abmeldung, { ...checkForm(abmeldung, form, today).values, ...over })
}

describe('an order confirmation', () => {
  test('contains customer, product, price, link and the accepted texts', () => {
    expect(named('mitbewohner')).toMatchObject({
      provider,
      customer: ['Łucja Müller-Lüdenscheidt', 'Hauptstraße 12a', '10115 Berlin'],
      orderNumber: 'FL-2026-0001',
      orderedOn: '21. November 2026',
      product: 'Abmeldung vom Rundfunkbeitrag (VIP)',
      price: '79,99\u00A0€ (inkl. 19 % MwSt.)',
      statusUrl: 'https://example.org/auftrag#token',
      texts,
    })
  })

  test('lists the data of the application with the number of files', () => {
    const rows = named('mitbewohner').sections.flatMap((section) => section.rows)
    expect(rows).toContainEqual({ label: 'Nachweis über Haupt- und Nebenwohnung', value: '2 Dateien' })
    expect(rows).toContainEqual({ label: 'Weitere Dokumente', value: '1 Datei' })
    expect(rows.filter(({ value }) => value === '987 654 321')).toHaveLength(1)
    expect(rows.map(({ label }) => label)).not.toContain('Servicestufe')
  })

  test('for a deceased payer is addressed to the recipient of the confirmation', () => {
    expect(named('verstorben').customer).toEqual(['Şahin O’Connor', 'Straße des 17. Juni 1-3', '01067 Au'])
  })

  test('offers the withdrawal to consumers only', () => {
    expect(named('mitbewohner').canWithdraw).toBe(true)
    expect(named('mitbewohner', { unternehmer: true }).canWithdraw).toBe(false)
  })

  test('contains no consents', () => {
    expect(JSON.stringify(named('mitbewohner').sections)).not.toMatch(/Datenschutz|AGB|Widerruf/)
  })
})
