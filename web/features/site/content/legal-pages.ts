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
  { path: '/barrierefreiheit', title: 'Barrierefreiheit' },
]

export const servicePages: readonly LegalPage[] = [{ path: '/kontakt', title: 'Support & Kontakt' }]

/** The withdrawal function, which must be easy to find on every page (§ 356a BGB). */
export const withdrawalPage: LegalPage = { path: '/widerruf', title: 'Vertrag widerrufen' }
