import { type Block, button } from '#service/emails/template/email-draft.ts'
import { euro } from '#domain/numbers/german-number.ts'

// E-mails to customers begin with 'Guten Tag' and no name: in some applications the person named first has died.

/** What the e-mails about an order say about it. */
export interface OrderFacts {
  number: string
  /** German name of the service, for example `Abmeldung vom Rundfunkbeitrag`. */
  product: string
  priceCents: number
  /** Time of the order, in ms since the epoch. */
  orderedAt: number
  /** URL of the status page with its token. */
  statusUrl: string
}

export const priceOf = ({ priceCents }: OrderFacts) => `${euro(priceCents)} inkl. MwSt.`

/** Returns the lines that end most e-mails to a customer. */
export function statusLink({ statusUrl }: OrderFacts, label = 'Auftrag ansehen'): Block {
  return button(label, statusUrl)
}

/** Recipient of every application. */
export const recipient = 'ARD ZDF Deutschlandradio Beitragsservice, 50656 Köln'
