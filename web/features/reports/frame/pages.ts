/** Pages of the navigation, in its order. */
export const pages = [
  { path: '/', name: 'Überblick' },
  { path: '/auffaelligkeiten', name: 'Auffälligkeiten' },
  { path: '/abbruch', name: 'Abbruch' },
  { path: '/attribution', name: 'Attribution' },
  { path: '/kosten', name: 'Kosten' },
  { path: '/bestellungen', name: 'Bestellungen' },
  { path: '/datenqualitaet', name: 'Datenqualität' },
]
