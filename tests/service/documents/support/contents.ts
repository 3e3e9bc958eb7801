import type { ConfirmationContent, InvoiceContent, ProviderContent } from '#domain/documents/content.ts'

const provider: ProviderContent = {
  lines: ['Formlotse GmbH', 'Musterstraße 1', '10115 Berlin'],
  details: [
    'Sitz der Gesellschaft: Berlin',
    'Geschäftsführung: Erika Mustermann',
    'Handelsregister: Amtsgericht Berlin, HRB 12345',
  ],
  email: 'hilfe@formlotse.example',
  vatId: 'DE123456789',
  taxNumber: null,
}

export const invoice: InvoiceContent = {
  provider,
  number: 'RE-2026-00001',
  cancels: null,
  isChargeback: false,
  issuedOn: '2026-11-21',
  paidOn: '2026-11-20',
  orderNumber: 'FL-2026-0001',
  customer: {
    name: 'Łukasz Şahin',
    company: 'Müller & Söhne <Bau> GmbH',
    street: 'Hauptstraße 12a',
    postalCode: '10115',
    city: 'Berlin',
  },
  product: 'Anmeldung einer Wohnung (VIP)',
  netCents: 4201,
  vatCents: 798,
  grossCents: 4999,
  vatPercent: 19,
}

export const cancellation: InvoiceContent = { ...invoice, number: 'ST-2026-00001', cancels: 'RE-2026-00001' }

/** The least that an invoice can contain: a name without an address, and a tax number instead of a VAT id. */
export const smallInvoice: InvoiceContent = {
  ...invoice,
  provider: { ...provider, vatId: null, taxNumber: '12/345/67890' },
  customer: { name: 'Юрий Щербаков', company: null, street: '', postalCode: '', city: '' },
}

const paragraph =
  'Sie haben das Recht, binnen vierzehn Tagen ohne Angabe von Gründen diesen Vertrag zu widerrufen. '

export const confirmation: ConfirmationContent = {
  provider,
  customer: ['Łukasz Şahin', 'Hauptstraße 12a', '10115 Berlin'],
  orderNumber: 'FL-2026-0001',
  orderedOn: '21. November 2026',
  product: 'Anmeldung einer Wohnung',
  price: '49,99 € (inkl. 19 % MwSt.)',
  sections: [{ title: 'Angaben zur Person', rows: [{ label: 'Name', value: 'Łukasz GROẞ'.repeat(12) }] }],
  canWithdraw: true,
  statusUrl: 'https://formlotse.example/auftrag#abc',
  texts: [
    { title: 'Widerrufsbelehrung', paragraphs: Array.from({ length: 40 }, () => paragraph.repeat(3)) },
    { title: 'Muster-Widerrufsformular', paragraphs: ['An: Formlotse GmbH\nMusterstraße 1'] },
  ],
}
