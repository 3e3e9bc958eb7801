const names: Record<string, string> = {
  start: 'Begonnen',
  step: 'Schritt geschafft',
  invalid: 'Angaben abgelehnt',
  email: 'E-Mail-Adresse eingegeben',
  abandon: 'Seite verlassen',
  lapsed: '30 Minuten ohne Lebenszeichen',
  complete: 'Bestellt',
  paid: 'Bezahlt',
  withdrawn: 'Widerrufen',
  converted: 'Als Umsatz gemeldet',
  erased: 'Personenbezogene Daten gelöscht',
}

export const eventName = (type: string): string => names[type] ?? type

/** Data and facts of an event on one line. */
export function told(values: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(values).map(([name, value]) => `${name}: ${oneValue(value)}`)
  return parts.length > 0 ? parts.join(', ') : '–'
}

function oneValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'ja' : 'nein'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
