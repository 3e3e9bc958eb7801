export type ServiceId = 'anmeldung' | 'zusaetzlich' | 'aenderung' | 'abmeldung'

export interface Service {
  id: ServiceId
  title: string
  /** Title of one word, for the header and its menu. */
  shortTitle: string
  description: string
  route: string
  badge?: string
}

export const services: readonly Service[] = [
  {
    id: 'anmeldung',
    title: 'Wohnung anmelden',
    shortTitle: 'Anmelden',
    description: 'Für Ihre erste eigene Wohnung oder wenn Sie bisher nie selbst gezahlt haben.',
    route: '/rundfunkbeitrag-anmelden',
  },
  {
    id: 'zusaetzlich',
    title: 'Zusätzliche Wohnung anmelden',
    shortTitle: 'Zweitwohnung',
    description: 'Für eine privat genutzte Zweit- oder Ferienwohnung zu Ihrem Beitragskonto.',
    route: '/rundfunkbeitrag-zusatzwohnung',
  },
  {
    id: 'aenderung',
    title: 'Daten ändern',
    shortTitle: 'Ändern',
    description: 'Nach einem Umzug, bei neuem Namen, neuer Bankverbindung oder Zahlungsweise.',
    route: '/rundfunkbeitrag-aendern',
    badge: 'Beliebt',
  },
  {
    id: 'abmeldung',
    title: 'Beitragskonto abmelden',
    shortTitle: 'Abmelden',
    description: 'Beim Zusammenziehen, beim Wegzug ins Ausland oder nach einem Todesfall.',
    route: '/rundfunkbeitrag-abmelden',
  },
]
