import { describe, expect, test } from 'vitest'
import { type Billing, billingOf, campaignOf, checkoutLink } from '#domain/orders/billing/checkout-link.ts'
import { abmeldung } from '#domain/funnels/abmeldung.ts'
import type { FieldValues } from '#domain/forms/define-field.ts'
import { anmeldungForm, noon } from '#tests/build-events.ts'
import { abmeldungCases } from '#tests/funnel-cases/abmeldung.ts'

const billing: Billing = {
  email: 'lucja@example.org',
  firstName: 'Łucja',
  lastName: 'Müller-Lüdenscheidt',
  street: 'Hauptstraße 12a',
  postalCode: '10115',
  city: 'Berlin',
}

describe('billing data of a form', () => {
  test('are name and address of the visitor', () => {
    expect(billingOf(anmeldungForm)).toEqual(billing)
  })

  test.each(['email', 'vorname', 'nachname'])('require %s', (field) => {
    expect(billingOf({ ...anmeldungForm, [field]: undefined })).toBeUndefined()
    expect(billingOf({ ...anmeldungForm, [field]: '' })).toBeUndefined()
  })

  test('may lack data that the payment page can request', () => {
    const { email, firstName, lastName } = billing
    expect(billingOf({ ...anmeldungForm, adresse: undefined })).toEqual({ email, firstName, lastName })
    expect(billingOf({ ...anmeldungForm, adresse: { strasse: 'Am Markt' } })).toMatchObject({
      street: 'Am Markt',
    })
  })

  test('are those of the recipient if the payer is deceased, otherwise those of the payer', () => {
    for (const { form } of abmeldungCases({ year: 2026, month: 11, day: 20 }).orders) {
      const { firstName, street } = billingOf(form, abmeldung.billed?.(form as FieldValues))!
      const died = form['abmeldegrund'] === 'verstorben'
      expect(firstName).toBe(form[died ? 'bestaetigungVorname' : 'vorname'])
      expect(street).toBe(died ? 'Straße des 17. Juni 1-3' : billing.street)
    }
  })

  test('contain a company if the funnel has such a field', () => {
    expect(billingOf({ ...anmeldungForm, firma: 'Beispiel GmbH' })).toEqual({
      ...billing,
      company: 'Beispiel GmbH',
    })
  })
})

describe('the campaign of an order', () => {
  const first = { at: noon - 1000, source: 'google', medium: 'cpc', clickIds: ['gclid' as const] }

  test.each([
    ['no touch', [], { gclid: 'G' }, {}],
    ['one touch', [first], { gclid: 'G' }, { utm_source: 'google', utm_medium: 'cpc', gclid: 'G' }],
    [
      'every parameter',
      [
        {
          at: noon,
          source: 's',
          medium: 'm',
          campaign: 'c',
          content: 'o',
          term: 't',
          clickIds: ['fbclid' as const],
        },
      ],
      { fbclid: 'F' },
      { utm_source: 's', utm_medium: 'm', utm_campaign: 'c', utm_content: 'o', utm_term: 't', fbclid: 'F' },
    ],
    [
      'the last of two touches, without the click id of the first',
      [first, { at: noon, source: 'post' }],
      { gclid: 'G' },
      { utm_source: 'post' },
    ],
    ['an erased click id', [first], {}, { utm_source: 'google', utm_medium: 'cpc' }],
    [
      'a click id of another kind',
      [{ at: noon, source: 'x', clickIds: ['ttclid' as const] }],
      { ttclid: 'T' },
      { utm_source: 'x' },
    ],
  ])('%s', (_, touches, clickIds, campaign) => {
    expect(campaignOf(touches, clickIds)).toEqual(campaign)
  })
})

describe('the link to the payment page', () => {
  const order = '0190a000-0000-7000-8000-00000000000a'
  const link = (over: object = {}) =>
    new URL(
      checkoutLink({
        page: 'https://pay.example/checkout',
        orderId: order,
        productId: 36,
        billing,
        campaign: {},
        ...over,
      }),
    )

  test('contains the specified parameters and the order', () => {
    const url = link({ campaign: { utm_source: 'google', gclid: 'G' } })
    expect(url.origin + url.pathname).toBe('https://pay.example/checkout')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      billing_email: 'lucja@example.org',
      billing_first_name: 'Łucja',
      billing_last_name: 'Müller-Lüdenscheidt',
      billing_street: 'Hauptstraße 12a',
      billing_postal_code: '10115',
      billing_city: 'Berlin',
      billing_country: 'DE',
      'aero-add-to-checkout': '36',
      'aero-qty': '1',
      utm_source: 'google',
      gclid: 'G',
      order,
    })
  })

  test('omits unknown values', () => {
    const { street: _, ...rest } = billing
    expect(link({ billing: rest }).searchParams.has('billing_street')).toBe(false)
    expect(link().searchParams.has('billing_company')).toBe(false)
  })

  test('contains a company', () => {
    expect(link({ billing: { ...billing, company: 'A & B GmbH' } }).searchParams.get('billing_company')).toBe(
      'A & B GmbH',
    )
  })

  test('keeps the query of the configured page', () => {
    const url = link({ page: 'https://pay.example/?shop=7' })
    expect(url.searchParams.get('shop')).toBe('7')
    expect(url.searchParams.get('order')).toBe(order)
  })

  test.each(['O’Connor & Söhne', 'a=b&order=other', '<script>', '100 %'])('escapes %s', (lastName) => {
    const url = link({ billing: { ...billing, lastName } })
    expect(url.searchParams.get('billing_last_name')).toBe(lastName)
    expect(url.searchParams.getAll('order')).toEqual([order])
  })
})
