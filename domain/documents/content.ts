// Content of an order's documents, derived from the order's data. The templates in `service/documents/templates/` only
// lay it out: they contain no wording that depends on an order. All texts are German.

/** A heading and the labelled values below it. A value may have several lines, separated by `\n`. */
export interface FactSection {
  title: string
  rows: { label: string; value: string }[]
}

/** The application to the Beitragsservice: the letter that is posted, and the customer's copy of it. */
export interface LetterContent {
  /** Sender above the address zone and in the signature: name, street with house number, postal code with city. */
  sender: { name: string; street: string; city: string }
  /** Lines of the recipient's address, at most six. */
  recipient: string[]
  /** Line with place and date of the order, for example `Berlin, 22. November 2026`. */
  placeAndDate: string
  /** The Beitragsnummer; null if the customer has none yet. */
  reference: string | null
  subject: string
  salutation: string
  /**
   * Paragraphs before the facts. The first one says what is applied for and from which day. It begins in lower case,
   * because it continues the salutation.
   */
  opening: string[]
  sections: FactSection[]
  /** Paragraphs after the facts. The template adds 'Mit freundlichen Grüßen' below them. */
  closing: string[]
  signature: {
    name: string
    /** States when and how the customer agreed to the typed signature. */
    note: string
  }
  /** Titles of the enclosed proofs, one per file, in the order of their pages. */
  enclosures: string[]
  orderNumber: string
}

/** Who provides the service, as configured by `PROVIDER_*`. */
export interface ProviderContent {
  /** Name and address, one line each. */
  lines: string[]
  /** Details that § 35a GmbHG requires in business letters, for example register and managing directors. */
  details: string[]
  email: string
  vatId: string | null
  taxNumber: string | null
}

/** The order confirmation with the texts that were accepted (§ 312f BGB). */
export interface ConfirmationContent {
  provider: ProviderContent
  customer: string[]
  orderNumber: string
  orderedOn: string
  product: string
  /** Price with currency and VAT, for example `49,99 € (inkl. 19 % MwSt.)`. */
  price: string
  sections: FactSection[]
  /** True if the customer is a consumer and can therefore withdraw. */
  canWithdraw: boolean
  statusUrl: string
  /** Product information, terms, Widerrufsbelehrung and model form, in the versions that were accepted. */
  texts: { title: string; paragraphs: string[] }[]
}

/** Amounts in cents. `netCents + vatCents` equals `grossCents`. */
export interface InvoiceAmounts {
  netCents: number
  vatCents: number
  grossCents: number
  vatPercent: number
}

/** An invoice, or a cancellation invoice that cancels it. The amounts of both are positive. */
export interface InvoiceContent extends InvoiceAmounts {
  provider: ProviderContent
  number: string
  /** Number of the invoice that this document cancels; null for an invoice. */
  cancels: string | null
  /** True if the customer's bank took the payment back, so there is nothing to refund. */
  isChargeback: boolean
  /** Days as `YYYY-MM-DD`: issue of the document, and payment. */
  issuedOn: string
  paidOn: string
  orderNumber: string
  /** The person billed. Parts of the address that are not known are empty. */
  customer: { name: string; company: string | null; street: string; postalCode: string; city: string }
  product: string
}
