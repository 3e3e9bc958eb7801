export interface LegalPage {
  path: string
  title: string
}

export const legalPages: readonly LegalPage[] = [
  { path: '/impressum', title: 'Impressum' },
  { path: '/datenschutz', title: 'Datenschutzerklärung' },
  { path: '/agb', title: 'AGB' },
  { path: '/widerrufsbelehrung', title: 'Widerrufsbelehrung' },
  { path: '/produktinformationen', title: 'Produktinformationen' },
]
