import { price } from '#domain/funnels/price.ts'
import { euro } from '#domain/numbers/german-number.ts'
import { changeTime, germanPeriod } from '#domain/retention/german-period.ts'
import type { SiteSettings } from '#domain/site/site-settings.ts'

/**
 * HTML attribute that marks text that depends on the configuration. Pages are rendered at build time with the default
 * settings; the service replaces the marked text. The value is a key of `siteWords`.
 */
export const wordsAttribute = 'data-words'

const methods = ({ paymentMethods }: SiteSettings) =>
  paymentMethods.length === 0 ? 'nur Testzahlung, es wird kein Geld bewegt' : paymentMethods.join(', ')

const forwardingText = {
  none: 'An ein anderes System geben wir sie dabei nicht weiter.',
  off: 'Unser System zur Antragserstellung erhält Ihre Angaben erst mit dem Auftrag; vorher erfährt es nur ohne Namen, welche Schritte abgeschlossen sind und was Sie aus festen Listen gewählt haben.',
  on: 'Wir geben sie an unser System zur Antragserstellung weiter, die IBAN und hochgeladene Dateien erst mit dem Auftrag.',
  full: 'Wir geben sie an unser System zur Antragserstellung weiter, auch die IBAN und hochgeladene Dateien.',
}

function clickIdRecipients({ forwarding, paymentMethods }: SiteSettings): string {
  const recipients = [
    forwarding !== null && 'an unser System zur Antragserstellung',
    paymentMethods.length > 0 && 'an die Zahlungsseite',
  ].filter((recipient) => recipient !== false)
  return recipients.join(' und ')
}

const platformNames = { google: 'Google', microsoft: 'Microsoft' } as const
const platformCompanies = {
  google: 'Google Ireland Limited (Dublin)',
  microsoft: 'Microsoft Ireland Operations Limited (Dublin)',
} as const

/**
 * German texts that depend on the configuration. Each one is used by pages, by the structured data of the landing page
 * and by the documents that are made from the pages, so they all say the same. None contains HTML.
 */
export const siteWords = {
  /** Means of payment, for example `Kreditkarte, PayPal, Rechnung`. */
  methods,

  /** Sentence about how an order is paid. */
  payment: (site: SiteSettings) =>
    site.paymentMethods.length === 0
      ? 'Zurzeit ist kein Zahlungsanbieter angeschlossen: Sie gelangen zu einer Testseite, auf der kein Geld bewegt wird.'
      : `Sie zahlen auf der Seite eines externen Zahlungsanbieters. Angebotene Zahlungsarten: ${methods(site)}.`,

  /** Time after the payment in which the data can be changed, for example `2 Stunden`. */
  submitAfter: ({ submitAfterMs }: SiteSettings) => changeTime(submitAfterMs),

  /** Price of an order, for example `49,99 €`. */
  price: ({ vipText }: SiteSettings) =>
    vipText === null
      ? `${euro(price.premium)} je Auftrag`
      : `${euro(price.premium)} je Auftrag in der Servicestufe Premium und ${euro(price.vip)} in der Servicestufe VIP`,

  /** What the service level VIP contains and costs; empty if it is not offered. */
  vip: ({ vipText }: SiteSettings) =>
    vipText === null
      ? ''
      : `Auf Wunsch wählen Sie im letzten Schritt die Servicestufe VIP für ${euro(price.vip)} inkl. MwSt.: ${vipText}`,

  /** Retention of data that was entered without an order, for example `30 Tage`. */
  drafts: ({ retention }: SiteSettings) => germanPeriod(retention.drafts),

  /** Time after which an unpaid order expires, for example `30 Tage`. */
  unpaid: ({ retention }: SiteSettings) => germanPeriod(retention.unpaid),

  /** Sentence about what leaves our server before an order, for the privacy page. */
  forwarding: ({ forwarding }: SiteSettings) => forwardingText[forwarding ?? 'none'],

  /** Who receives click ids besides the analytics service. Continues "Klick-Kennungen speichern wir verschlüsselt". */
  clickIds: (site: SiteSettings) => {
    const recipients = clickIdRecipients(site)
    return recipients === '' ? '.' : ` und geben sie auch ${recipients} weiter.`
  },

  /** Who receives click ids. Continues "speichern wir nur mit Einwilligung" in the consent dialog. */
  clickIdsThen: (site: SiteSettings) => {
    const recipients = clickIdRecipients(site)
    return recipients === '' ? ';' : ` und geben sie dann auch ${recipients} weiter;`
  },

  /** Sentence about the ad platforms to which orders are reported, for the privacy page. */
  adPlatforms: ({ conversionFiles: platforms }: SiteSettings) =>
    platforms.length === 0
      ? 'Zurzeit melden wir Aufträge keiner Werbeplattform.'
      : `Kamen Sie über deren Anzeige, melden wir einen bezahlten Auftrag an ${platforms.map((platform) => platformCompanies[platform]).join(' oder ')}.`,

  /** Which ad platforms learn what of orders, for the consent dialog; empty if nothing is reported to them. */
  adPlatformsThen: ({ conversionFiles: platforms }: SiteSettings) => {
    if (platforms.length === 0) return ''
    const names = platforms.map((platform) => platformNames[platform]).join(' und ')
    const verb = platforms.length === 1 ? 'erfährt' : 'erfahren'
    return ` ${names} ${verb} von bezahlten Aufträgen über eigene Anzeigen Klick-Kennung, Zeit, Wert und Nummer.`
  },

  /** Processors that are used for every order, for the privacy page. */
  processors: ({ forwarding }: SiteSettings) =>
    forwarding === null
      ? 'Dienstleister für Hosting und E-Mail-Versand als Auftragsverarbeiter (Art.\u00A028 DSGVO),'
      : 'Dienstleister für Hosting, E-Mail-Versand und Antragserstellung als Auftragsverarbeiter (Art.\u00A028 DSGVO),',

  /** Who handles the payment and which data it gets, for the recipients on the privacy page. */
  paymentRecipient: ({ paymentMethods }: SiteSettings) =>
    paymentMethods.length === 0
      ? 'kein Zahlungsanbieter, solange keiner angeschlossen ist,'
      : 'externe Zahlungsanbieter, die Ihre Zahlung abwickeln (Name, Anschrift, E-Mail-Adresse, gegebenenfalls Firma, Auftrag und die Kampagne, über die Sie kamen),',

  /** Who prints and posts the letter, for the recipients on the privacy page. */
  letterService: ({ pingen }: SiteSettings) =>
    pingen
      ? 'die Pingen GmbH in Zürich (Schweiz), die Ihren Brief in unserem Auftrag druckt und zur Post gibt; für die Schweiz gibt es einen Angemessenheitsbeschluss der Europäischen Kommission,'
      : 'die Post, der wir den gedruckten Brief übergeben,',
} satisfies Record<string, (site: SiteSettings) => string>

export type SiteWord = keyof typeof siteWords

const mark = /( ?)\{(\w+)\}/g

/** Replaces `{name}` in a text by the words of that name. If they are empty, removes the space before them as well. */
export function withWords(text: string, site: SiteSettings): string {
  return text.replaceAll(mark, (whole, space: string, name: string) => {
    if (!Object.hasOwn(siteWords, name)) return whole
    const words = siteWords[name as SiteWord](site)
    return words === '' ? '' : space + words
  })
}
