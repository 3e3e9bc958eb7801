export interface Page {
  path: string
  name: string
  /** Path of the page that it belongs to. That page is in the main navigation, this one in a list below. */
  under?: string
}

/** Pages of the navigation, in its order. */
export const pages: readonly Page[] = [
  { path: '/', name: 'Überblick' },
  { path: '/ziele', name: 'Ziele', under: '/' },
  { path: '/auffaelligkeiten', name: 'Auffälligkeiten' },
  { path: '/abbruch', name: 'Abbruch' },
  { path: '/attribution', name: 'Attribution' },
  { path: '/kosten', name: 'Kosten', under: '/attribution' },
  { path: '/rueckmeldung', name: 'Rückmeldung', under: '/attribution' },
  { path: '/versuche', name: 'Versuche', under: '/abbruch' },
  { path: '/bestellungen', name: 'Bestellungen' },
  { path: '/datenqualitaet', name: 'Datenqualität' },
]
