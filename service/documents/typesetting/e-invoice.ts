import { type Invoice, InvoiceService } from '@e-invoice-eu/core'
import type { InvoiceContent, ProviderContent } from '#domain/documents/content.ts'
import { referToInvoice } from './refer-to-invoice.ts'

/** UNTDID 1001: commercial invoice, and credit note, which repeats the amounts of the invoice with the same sign. */
const typeCodes = { invoice: '380', cancellation: '381' }

const currency = 'EUR'

/** Start of the line about the register in the provider's details. */
const registerLabel = 'Handelsregister: '

/** Receives the library's notices, which quote values and are therefore dropped. */
const silent = { log: () => undefined, warn: () => undefined, error: () => undefined } as unknown as Console

/** Compiles the standard's schema once, which takes longer than an invoice. */
const service = new InvoiceService(silent)

/**
 * Embeds the data of an invoice as XML (EN 16931) in its PDF, which becomes a hybrid invoice in the profile EN 16931 of
 * Factur-X and ZUGFeRD. The PDF must be PDF/A. Throws if the data violates the standard's schema.
 */
export async function embedInvoice(pdf: Uint8Array, content: InvoiceContent): Promise<Uint8Array> {
  const hybrid = await service.generate(invoiceData(content), {
    format: 'Factur-X-EN16931',
    lang: 'de-de',
    pdf: { buffer: pdf, filename: `${content.number}.pdf`, mimetype: 'application/pdf' },
    noWarnings: true,
  })
  if (typeof hybrid === 'string') throw new Error('the invoice has no PDF')
  return content.cancels === null ? hybrid : referToInvoice(hybrid, content.cancels)
}

/** Returns the invoice in the library's format, which follows UBL. */
function invoiceData(content: InvoiceContent): Invoice {
  const { number, cancels, issuedOn, orderNumber, customer, product, vatPercent } = content
  const [net, vat, gross] = [amount(content.netCents), amount(content.vatCents), amount(content.grossCents)]
  const category = { 'cbc:ID': 'S', 'cbc:Percent': String(vatPercent), 'cac:TaxScheme': { 'cbc:ID': 'VAT' } }
  const money = <Name extends string>(name: Name, value: string) => ({
    [name]: value,
    [`${name}@currencyID`]: currency,
  })
  const data = {
    'ubl:Invoice': {
      'cbc:CustomizationID': 'urn:cen.eu:en16931:2017',
      'cbc:ProfileID': 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
      'cbc:ID': number,
      'cbc:IssueDate': issuedOn,
      'cbc:DueDate': issuedOn,
      'cbc:InvoiceTypeCode': cancels === null ? typeCodes.invoice : typeCodes.cancellation,
      'cbc:Note': [noteOf(content)],
      'cbc:DocumentCurrencyCode': currency,
      'cbc:BuyerReference': orderNumber,
      'cac:OrderReference': { 'cbc:ID': orderNumber },
      'cac:AccountingSupplierParty': { 'cac:Party': seller(content.provider) },
      'cac:AccountingCustomerParty': { 'cac:Party': buyer(customer) },
      // A prepaid service has no date of supply yet: the day of the payment takes its place (§ 14 Abs. 4 Nr. 6 UStG).
      'cac:Delivery': { 'cbc:ActualDeliveryDate': content.paidOn },
      'cac:PaymentMeans': [{ 'cbc:PaymentMeansCode': '1' }],
      'cac:TaxTotal': [
        {
          ...money('cbc:TaxAmount', vat),
          'cac:TaxSubtotal': [
            {
              ...money('cbc:TaxableAmount', net),
              ...money('cbc:TaxAmount', vat),
              'cac:TaxCategory': category,
            },
          ],
        },
      ],
      'cac:LegalMonetaryTotal': {
        ...money('cbc:LineExtensionAmount', net),
        ...money('cbc:TaxExclusiveAmount', net),
        ...money('cbc:TaxInclusiveAmount', gross),
        ...money('cbc:PrepaidAmount', gross),
        ...money('cbc:PayableAmount', '0.00'),
      },
      'cac:InvoiceLine': [
        {
          'cbc:ID': '1',
          'cbc:InvoicedQuantity': '1',
          'cbc:InvoicedQuantity@unitCode': 'C62',
          ...money('cbc:LineExtensionAmount', net),
          'cac:Item': { 'cbc:Name': product, 'cac:ClassifiedTaxCategory': category },
          'cac:Price': money('cbc:PriceAmount', net),
        },
      ],
    },
  }
  return data as unknown as Invoice
}

/** Formats cents as euros with a decimal point, for example `49.99`. */
const amount = (cents: number) => (cents / 100).toFixed(2)

function noteOf({ cancels, paidOn }: InvoiceContent): string {
  return cancels === null ? `Vorauszahlung, vereinnahmt am ${paidOn}.` : `Storno der Rechnung ${cancels}.`
}

function seller({ lines, details, email, vatId, taxNumber }: ProviderContent) {
  // A seller without a VAT id needs another identifier (BR-CO-26): the entry in the commercial register.
  const register = details.find((line) => line.startsWith(registerLabel))?.slice(registerLabel.length)
  const [name = '', ...address] = lines
  const taxes = [
    ...(vatId === null ? [] : [{ 'cbc:CompanyID': vatId, 'cac:TaxScheme': { 'cbc:ID': 'VAT' } }]),
    ...(taxNumber === null ? [] : [{ 'cbc:CompanyID': taxNumber, 'cac:TaxScheme': { 'cbc:ID': 'FC' } }]),
  ]
  return {
    'cbc:EndpointID': email,
    'cbc:EndpointID@schemeID': 'EM',
    'cac:PartyName': { 'cbc:Name': name },
    'cac:PostalAddress': addressOf(address[0] ?? '', ...placeOf(address.at(-1) ?? '')),
    'cac:PartyTaxScheme': taxes,
    'cac:PartyLegalEntity': { 'cbc:RegistrationName': name, ...(register && { 'cbc:CompanyID': register }) },
    'cac:Contact': { 'cbc:Name': name, 'cbc:ElectronicMail': email },
  }
}

function buyer({ name, company, street, postalCode, city }: InvoiceContent['customer']) {
  return {
    'cac:PostalAddress': addressOf(street, postalCode, city),
    'cac:PartyLegalEntity': { 'cbc:RegistrationName': company ?? name },
    ...(company && { 'cac:Contact': { 'cbc:Name': name } }),
  }
}

function addressOf(street: string, postalCode: string, city: string) {
  return {
    ...(street && { 'cbc:StreetName': street }),
    ...(city && { 'cbc:CityName': city }),
    ...(postalCode && { 'cbc:PostalZone': postalCode }),
    'cac:Country': { 'cbc:IdentificationCode': 'DE' },
  }
}

/** Splits a line such as `10115 Berlin` into postal code and city. */
function placeOf(line: string): [string, string] {
  const [, postalCode = '', city = line] = /^(\d{5})\s+(.+)$/.exec(line) ?? []
  return [postalCode, city]
}
