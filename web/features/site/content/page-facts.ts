/** Title and description of a page for browser tabs, search engines and shared links. */
export interface PageFacts {
  title: string
  /** One or two sentences, at most 160 characters. */
  description: string
}

/** Pages rendered at build time, by path. */
export const pageFacts = {
  '/': {
    title: 'Formlotse – Ihr Antrag zum Rundfunkbeitrag',
    description:
      'Rundfunkbeitrag anmelden, abmelden oder ändern: In etwa 3 Minuten ausgefüllt, als PDF und per Post. Unabhängiger, kostenpflichtiger Service.',
  },
  '/rundfunkbeitrag-auswahl': {
    title: 'Anliegen auswählen – Formlotse',
    description:
      'Wohnung anmelden, Zweitwohnung anmelden, Daten ändern oder Beitragskonto abmelden: Wählen Sie Ihr Anliegen zum Rundfunkbeitrag.',
  },
  '/impressum': {
    title: 'Impressum – Formlotse',
    description:
      'Wer Formlotse betreibt und wie Sie uns erreichen: Anbieter, Vertretung, Register und Kontakt.',
  },
  '/datenschutz': {
    title: 'Datenschutzerklärung – Formlotse',
    description:
      'Welche personenbezogenen Daten Formlotse verarbeitet, wozu, wie lange, an wen sie gehen und welche Rechte Sie haben.',
  },
  '/agb': {
    title: 'Allgemeine Geschäftsbedingungen (AGB) – Formlotse',
    description:
      'Die Bedingungen, zu denen Formlotse Anträge zum Rundfunkbeitrag vorbereitet und weiterleitet.',
  },
  '/widerrufsbelehrung': {
    title: 'Widerrufsbelehrung – Formlotse',
    description:
      'Ihr vierzehntägiges Widerrufsrecht: Frist, Folgen, vorzeitiges Erlöschen und das Muster-Widerrufsformular.',
  },
  '/produktinformationen': {
    title: 'Produktinformationen – Formlotse',
    description: 'Was der Service von Formlotse umfasst, was er kostet und was nicht dazugehört.',
  },
  '/barrierefreiheit': {
    title: 'Erklärung zur Barrierefreiheit – Formlotse',
    description:
      'Wie Formlotse die Anforderungen an barrierefreie Dienste erfüllt und wo Sie Hindernisse melden können.',
  },
  '/kontakt': {
    title: 'Support & Kontakt – Formlotse',
    description:
      'Schreiben Sie dem Support von Formlotse: Fragen zu Antrag, Rechnung, Zahlung oder Technik, ohne Hotline.',
  },
  '/widerruf': {
    title: 'Vertrag widerrufen – Formlotse',
    description:
      'Widerrufen Sie Ihren Auftrag bei Formlotse online, ohne Anmeldung und ohne Angabe von Gründen.',
  },
} satisfies Record<string, PageFacts>

export type PagePath = keyof typeof pageFacts

export const notFoundFacts: PageFacts = {
  title: 'Seite nicht gefunden – Formlotse',
  description: 'Diese Seite gibt es nicht.',
}
