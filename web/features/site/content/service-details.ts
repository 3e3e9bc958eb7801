import type { ServiceId } from './services.ts'

export interface ServiceDetails {
  subtitle: string
  longDescription: string
  fitsWhen: readonly string[]
  examples: readonly string[]
  /** Text that says when another service or no service is the better choice. Visitors read it before they pay. */
  otherwise: string
}

export const serviceDetails: Readonly<Record<ServiceId, ServiceDetails>> = {
  anmeldung: {
    subtitle: 'Erste Anmeldung einer Wohnung',
    longDescription:
      'In Deutschland wird der Rundfunkbeitrag je Wohnung gezahlt, nicht je Person. Wer eine Wohnung bezieht, für die noch niemand zahlt, meldet sie einmal an und erhält eine eigene Beitragsnummer.',
    fitsWhen: [
      'Sie beziehen Ihre erste eigene Wohnung.',
      'Sie haben bisher noch nie selbst Rundfunkbeitrag gezahlt.',
      'Bisher waren Sie über Eltern, Partner oder eine WG mit angemeldet.',
      'In Ihrer Wohnung zahlt noch niemand den Beitrag.',
    ],
    examples: [
      'Sie ziehen bei Ihren Eltern aus.',
      'Die Person, die in Ihrer WG gezahlt hat, ist ausgezogen.',
      'Sie sind neu nach Deutschland gezogen.',
    ],
    otherwise:
      'Zahlt in Ihrer Wohnung schon jemand? Dann müssen Sie nichts anmelden. Haben Sie bereits ein Beitragskonto und sind nur umgezogen, wählen Sie „Daten ändern“.',
  },
  zusaetzlich: {
    subtitle: 'Zweit- oder Ferienwohnung',
    longDescription:
      'Nutzen Sie neben Ihrer angemeldeten Wohnung eine weitere, wird auch sie angemeldet. Ihr bestehendes Beitragskonto bleibt, wie es ist; die weitere Wohnung kommt hinzu.',
    fitsWhen: [
      'Sie haben bereits ein Beitragskonto mit Beitragsnummer.',
      'Sie nutzen eine weitere Wohnung privat.',
      'Für die weitere Wohnung zahlt noch niemand den Beitrag.',
    ],
    examples: [
      'Sie mieten unter der Woche eine Wohnung am Arbeitsort.',
      'Sie haben ein Ferienhaus an der Küste, das Sie selbst nutzen.',
    ],
    otherwise:
      'Für eine Nebenwohnung können Sie sich oft vom Beitrag befreien lassen. Den Antrag auf Befreiung stellen Sie kostenlos direkt beim Beitragsservice; wir bieten ihn nicht an.',
  },
  aenderung: {
    subtitle: 'Neue Angaben zu Ihrem Beitragskonto',
    longDescription:
      'Ziehen Sie um, heiraten Sie oder wechseln Sie die Bank, braucht der Beitragsservice Ihre neuen Angaben. Ihr Beitragskonto und Ihre Beitragsnummer bleiben dieselben.',
    fitsWhen: [
      'Sie haben bereits ein Beitragskonto mit Beitragsnummer.',
      'Sie sind umgezogen und zahlen weiterhin selbst.',
      'Ihr Name, Ihre Bankverbindung oder Ihre Zahlungsweise hat sich geändert.',
      'Sie übernehmen die Post für eine andere Person.',
    ],
    examples: [
      'Sie ziehen von Köln nach Leipzig.',
      'Sie führen nach der Hochzeit einen neuen Namen.',
      'Sie möchten künftig per Lastschrift zahlen.',
    ],
    otherwise:
      'Ziehen Sie zu jemandem, der schon zahlt, brauchen Sie kein eigenes Konto mehr: Wählen Sie dann „Beitragskonto abmelden“.',
  },
  abmeldung: {
    subtitle: 'Beitragskonto vollständig beenden',
    longDescription:
      'Ein Beitragskonto endet nicht von selbst, auch nicht durch die Abmeldung beim Einwohnermeldeamt. Es wird mit Angabe des Grundes und einem Nachweis abgemeldet.',
    fitsWhen: [
      'Sie ziehen zu jemandem, der den Beitrag bereits zahlt.',
      'Sie ziehen dauerhaft ins Ausland.',
      'Der Beitragszahler ist verstorben.',
      'Sie geben eine Zweit- oder Ferienwohnung vollständig auf.',
    ],
    examples: [
      'Sie ziehen mit Ihrer Partnerin zusammen, die schon zahlt.',
      'Sie wandern nach Portugal aus.',
      'Sie kündigen die Wohnung am früheren Arbeitsort.',
    ],
    otherwise:
      'Ziehen Sie in eine Wohnung, für die noch niemand zahlt, melden Sie nicht ab, sondern wählen „Daten ändern“. Eine Befreiung, etwa wegen Bürgergeld oder BAföG, beantragen Sie kostenlos direkt beim Beitragsservice.',
  },
}
