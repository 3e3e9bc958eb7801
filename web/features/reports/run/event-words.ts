import type { RunReport } from '#domain/reports/run/shape.ts'
import type { FieldTime } from '#domain/events/field-times.ts'
import { duration, euro, number } from '#web/features/reports/words/number-format.ts'
import { addressPartLabel } from '#domain/forms/address-parts.ts'
import { fieldLabel, fieldOf, ruleName } from '#domain/reports/words.ts'

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
  invoiced: 'Rechnung gestellt',
  amended: 'Angaben geändert',
  email_corrected: 'E-Mail-Adresse berichtigt',
  prepared: 'Dokument erstellt',
  submitted: 'Brief übergeben',
  sent: 'Brief verschickt',
  failed: 'Brief gescheitert',
  withdrawal_declared: 'Widerruf erklärt',
  withdrawal_revoked: 'Widerruf aufgehoben',
  withdrawal_declined: 'Widerruf abgelehnt',
  withdrawn: 'Widerrufen',
  refunded: 'Erstattet',
  credited: 'Rechnung storniert',
  converted: 'Als Umsatz gemeldet',
  support_requested: 'Anfrage an den Support',
  erased: 'Personenbezogene Daten gelöscht',
}

export const eventName = (type: string): string => names[type] ?? type

const triggers: Record<string, string> = {
  pagehide: 'Seite geschlossen oder gewechselt',
  hidden: 'Seite in den Hintergrund gelegt',
  blur: 'in ein anderes Fenster gewechselt',
  cancel: 'auf „Abbrechen“ gedrückt',
}

/** German texts for the values of the property `by`. It says who or what caused an event of an order. */
const deciders: Record<string, string> = {
  declaration: 'erklärt mit dem Schlüssel des Auftrags',
  confirmation: 'über die E-Mail bestätigt',
  objection: 'über die E-Mail widersprochen',
  operator: 'von uns entschieden',
  provider: 'vom Zahlungsanbieter gemeldet',
  chargeback: 'Rückbuchung durch die Bank',
  'letter-service': 'vom Briefdienst gemeldet',
  deadline: 'drei Tage ohne Widerspruch',
}

const describers: Record<string, (value: unknown, funnel: string) => string> = {
  seconds: (value) => `${duration(Number(value))} im Schritt`,
  entry: (value) => `über ${String(value)}`,
  referrer: (value) => (value === '' ? 'ohne Verweis' : `verwiesen von ${String(value)}`),
  trigger: (value) => triggers[String(value)] ?? String(value),
  field: (value, funnel) => `zuletzt im Feld „${fieldLabel(funnel, String(value))}“`,
  fieldTimes: (value, funnel) => timesIn(value as FieldTime[], funnel),
  orderNumber: (value) => `Nummer ${String(value)}`,
  priceCents: (value) => euro(Number(value)),
  amountCents: (value) => euro(Number(value)),
  by: (value) => deciders[String(value)] ?? String(value),
  statement: (value) => `Erklärung ${String(value)}`,
  fields: (value, funnel) =>
    (value as { field: string; rule: string }[])
      .map(({ field, rule }) => `${fieldLabel(funnel, field)} ${ruleName(rule)}`)
      .join(', '),
}

/** Returns how the fields were used. The label of an address is written once, before its parts. */
function timesIn(times: readonly FieldTime[], funnel: string): string {
  const byField = Map.groupBy(times, ({ field }) => field.split('.')[0]!)
  return [...byField]
    .map(([name, used]) => {
      const parts = used.map((time) => {
        const part = time.field.split('.')[1]
        return part === undefined ? useOf(time) : `${addressPartLabel(part)} ${useOf(time)}`
      })
      const label = fieldLabel(funnel, name)
      return used.some(({ field }) => field !== name)
        ? `${label} (${parts.join('; ')})`
        : `${label} ${parts.join('; ')}`
    })
    .join('; ')
}

/** Returns how long a field was in use, whether it was corrected and whether it was left empty. */
function useOf({ seconds, edits, empty }: FieldTime): string {
  const corrected =
    edits === 0 ? '' : edits === 1 ? ', einmal korrigiert' : `, ${number(edits)}-mal korrigiert`
  return `${duration(seconds)}${corrected}${empty ? ', leer' : ''}`
}

/**
 * Returns the content of an event as German phrases. Consents are counted instead of listed, because an order contains
 * all of them anyway.
 */
export function describeEvent({ data, facts }: Pick<Event, 'data' | 'facts'>, funnel: string): string[] {
  const consents = Object.keys(facts).filter((name) => fieldOf(funnel, name)?.kind === 'consent')
  return [
    ...Object.entries(data).map(
      ([name, value]) => describers[name]?.(value, funnel) ?? `${name}: ${JSON.stringify(value)}`,
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
  const field = fieldOf(funnel, name)
  const options = field?.kind === 'choice' ? field.options : []
  return options.find((option) => option.value === value)?.label ?? value
}
