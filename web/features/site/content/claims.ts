import { price } from '#domain/funnels/price.ts'
import { euro } from '#web/ui/euro.ts'

export interface Benefit {
  id: 'minutes' | 'pdf' | 'post' | 'money-back'
  title: string
  text: string
}

export const benefits: readonly Benefit[] = [
  {
    id: 'minutes',
    title: 'In etwa 3 Minuten',
    text: 'Vier kurze Schritte, ohne Hotline. Jede Angabe wird gleich geprüft.',
  },
  {
    id: 'pdf',
    title: 'Sofort als PDF',
    text: 'Ihr ausgefüllter Antrag kommt gleich nach der Bestellung per E-Mail.',
  },
  {
    id: 'post',
    title: 'Per Post weitergeleitet',
    text: 'Wir senden ihn an den Beitragsservice. Bearbeitung dort: 7 bis 10 Werktage.',
  },
  {
    id: 'money-back',
    title: '100 % Erfolgsgarantie',
    text: 'Geld zurück, wenn wir Ihren Antrag nicht weiterleiten können.',
  },
]

export const priceStatement = {
  price: euro(price.premium),
  terms: 'einmalig, inkl. MwSt.',
  text: 'Ein fester Preis für alle vier Anliegen: kein Abonnement, keine versteckten Kosten.',
  payments: ['Wallet', 'Karte', 'Überweisung', 'Rechnung'],
}

/** Unverified numbers. They must be marked as samples wherever they are shown. */
export const sampleFigures = {
  applications: '4.200+ erfolgreiche Anträge',
  registrations: '4.200+ Anmeldungen',
  rating: '4,8/5',
  ratings: 'aus 2.847 Bewertungen',
}

export const trustBadges = [
  'SSL-verschlüsselt',
  'DSGVO-konform',
  'Per E\u2011Mail rund um die Uhr erreichbar',
]

export interface Review {
  name: string
  location: string
  rating: 1 | 2 | 3 | 4 | 5
  text: string
  initials: string
  date: string
}

/**
 * Invented reviews. They must be marked as samples wherever they are shown, because § 5b UWG forbids presenting
 * unverified reviews as real.
 */
export const sampleReviews: readonly Review[] = [
  {
    name: 'Miriam K.',
    location: 'Hamburg',
    rating: 5,
    text: 'Nach dem Umzug hatte ich keine Lust auf noch ein Formular. Hier war ich in der Mittagspause fertig, und das PDF war sofort da.',
    initials: 'MK',
    date: 'vor 2 Wochen',
  },
  {
    name: 'Jonas W.',
    location: 'Leipzig',
    rating: 5,
    text: 'Gut erklärt, welche Nachweise ich für die Abmeldung brauche. Fotografiert, hochgeladen, erledigt.',
    initials: 'JW',
    date: 'vor 3 Wochen',
  },
  {
    name: 'Ayşe D.',
    location: 'Köln',
    rating: 4,
    text: 'Mir war klar, dass es direkt auch kostenlos geht. Das Ausfüllen und Verschicken war mir den Preis wert.',
    initials: 'AD',
    date: 'vor 1 Monat',
  },
  {
    name: 'Peter S.',
    location: 'Freiburg',
    rating: 5,
    text: 'Als mein Vater gestorben war, musste vieles auf einmal erledigt werden. Freundliche Texte, klare Schritte.',
    initials: 'PS',
    date: 'vor 1 Monat',
  },
  {
    name: 'Lena H.',
    location: 'Rostock',
    rating: 5,
    text: 'Meine Ferienwohnung angemeldet, ohne ein einziges Mal nachschlagen zu müssen. Die Hilfetexte sind wirklich gut.',
    initials: 'LH',
    date: 'vor 2 Monaten',
  },
  {
    name: 'Tomasz B.',
    location: 'Nürnberg',
    rating: 4,
    text: 'Auf dem Handy begonnen, später weitergemacht: Alles war noch da. Die Antwort auf meine Frage kam am nächsten Tag.',
    initials: 'TB',
    date: 'vor 3 Monaten',
  },
]
