/** Pages of the navigation, in its order. */
export const pages = [
  { path: '/', name: 'Überblick' },
  { path: '/abbruch', name: 'Abbruch' },
  { path: '/attribution', name: 'Attribution' },
  { path: '/kosten', name: 'Kosten' },
  { path: '/ziele', name: 'Ziele' },
  { path: '/bestellungen', name: 'Bestellungen' },
  { path: '/datenqualitaet', name: 'Datenqualität' },
]
