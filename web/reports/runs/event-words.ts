import type { RunReport } from '#domain/reports/run-shapes.ts'
import { duration, euro, number } from '../number-format.ts'
import { fieldLabel, fieldOf, ruleName } from '../words.ts'

type Event = RunReport['events'][number]

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

const triggers: Record<string, string> = {
  pagehide: 'Seite geschlossen oder gewechselt',
  hidden: 'Seite in den Hintergrund gelegt',
  blur: 'in ein anderes Fenster gewechselt',
  cancel: 'auf „Abbrechen“ gedrückt',
}

const said: Record<string, (value: unknown, funnel: string) => string> = {
  seconds: (value) => `${duration(Number(value))} im Schritt`,
  entry: (value) => `über ${String(value)}`,
  trigger: (value) => triggers[String(value)] ?? String(value),
  orderNumber: (value) => `Nummer ${String(value)}`,
  priceCents: (value) => euro(Number(value)),
  amountCents: (value) => euro(Number(value)),
  fields: (value, funnel) =>
    (value as { field: string; rule: string }[])
      .map(({ field, rule }) => `${fieldLabel(funnel, field)} ${ruleName(rule)}`)
      .join(', '),
}

/** What an event says, one thing an entry. Consents are counted: an order needs all of them. */
export function tellEvent({ data, facts }: Pick<Event, 'data' | 'facts'>, funnel: string): string[] {
  const consents = Object.keys(facts).filter((name) => fieldOf(funnel, name)?.kind === 'consent')
  return [
    ...Object.entries(data).map(
      ([name, value]) => said[name]?.(value, funnel) ?? `${name}: ${JSON.stringify(value)}`,
    ),
    ...Object.entries(facts)
      .filter(([name]) => !consents.includes(name))
      .map(
        ([name, value]) => `${fieldLabel(funnel, name).replace(/\?$/, '')}: ${factWord(value, name, funnel)}`,
      ),
    ...(consents.length > 0 ? [`${number(consents.length)} Zustimmungen`] : []),
  ]
}

function factWord(value: string | boolean, name: string, funnel: string): string {
  if (typeof value === 'boolean') return value ? 'ja' : 'nein'
  return fieldOf(funnel, name)?.options?.find((option) => option.value === value)?.label ?? value
}
