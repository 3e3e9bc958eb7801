import { expect, test } from 'vitest'
import { defaultSiteSettings } from '#domain/site/site-settings.ts'
import { providerContent } from '#service/fulfilment/provider-content.ts'

test('documents name what § 35a GmbHG requires: seat, managing directors and register', () => {
  const provider = {
    ...defaultSiteSettings.provider,
    name: 'Muster UG (haftungsbeschränkt)',
    city: '10115 Berlin',
    representative: 'Erika Muster',
    register: 'Amtsgericht Berlin, HRB 1',
  }
  const noTax = { PROVIDER_VAT_ID: undefined, PROVIDER_TAX_NUMBER: undefined }
  expect(providerContent(provider, noTax).details).toEqual([
    'Sitz der Gesellschaft: Berlin',
    'Geschäftsführung: Erika Muster',
    'Handelsregister: Amtsgericht Berlin, HRB 1',
  ])
})
