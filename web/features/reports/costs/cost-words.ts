import type { CostChangesReport } from '#domain/operations/cost-contract.ts'
import type { CostColumn, CostError, CostErrorCode } from '#domain/operations/cost-errors.ts'
import { maxCostBytes, maxCostRows } from '#domain/operations/cost-limits.ts'
import { ReportError } from '#web/features/reports/data/get-report.ts'
import { dayRange, euro, number } from '#web/features/reports/words/number-format.ts'

export const columnNames: Record<CostColumn, string> = {
  day: 'Tag',
  source: 'Quelle',
  campaign: 'Kampagne',
  cost: 'Kosten',
  currency: 'Währung',
}

const faults: Record<CostErrorCode, string> = {
  'empty-file': 'Es fehlt eine Kopfzeile mit mindestens einer Zeile darunter.',
  'missing-column': 'Diese Spalte fehlt in der Kopfzeile.',
  'repeated-column': 'Diese Spalte steht mehr als einmal in der Kopfzeile.',
  quotes: 'Ein Anführungszeichen steht an falscher Stelle. Es umschließt eine ganze Zelle.',
  columns: 'Die Zeile hat nicht so viele Zellen wie die Kopfzeile.',
  rows: `Höchstens ${number(maxCostRows)} Zeilen auf einmal.`,
  day: 'Einen solchen Tag gibt es nicht. Erlaubt sind 3.11.2026 und 2026-11-03.',
  empty: 'Die Quelle fehlt.',
  'too-long': 'Höchstens 200 Zeichen.',
  amount: 'Das ist kein Betrag in Euro. Erlaubt sind 12,50 und 12.50.',
  ambiguous: 'Das kann tausend oder eins bedeuten. Bitte mit zwei Stellen nach dem Komma.',
  negative: 'Kosten sind nicht negativ. Mit 0 entfernen Sie eingetragene Kosten.',
  'too-large': 'Höchstens 1.000.000 € je Zeile.',
  currency: 'Nur Beträge in Euro (EUR).',
  repeated: 'Diesen Tag mit dieser Quelle und Kampagne gibt es schon in einer früheren Zeile.',
}

export const faultWords = ({ code }: CostError): string => faults[code]

/** Says what costs would change or have changed. */
export function changesWords(changes: CostChangesReport): string {
  const { rows, from, to, costCents, added, replaced, unchanged } = changes
  const parts = [
    added > 0 && `${number(added)} neu`,
    replaced > 0 && `${number(replaced)} geändert`,
    unchanged > 0 && `${number(unchanged)} unverändert`,
  ].filter((part) => part !== false)
  const what = rows === 1 ? '1 Zeile' : `${number(rows)} Zeilen`
  return `${what}, ${dayRange(from, to)}, zusammen ${euro(costCents)}: ${parts.join(', ')}.`
}

/** Says why costs could not be sent. */
export function failureWords(error: Error): string {
  const status = error instanceof ReportError ? error.status : 0
  if (status === 413) return `Die Datei ist zu groß. Höchstens ${number(maxCostBytes / 1024)} KB auf einmal.`
  if (status === 429) return 'Das waren viele Versuche in kurzer Zeit. Bitte warten Sie etwas.'
  if (status === 401) return 'Sie sind nicht mehr angemeldet. Bitte melden Sie sich neu an.'
  return 'Der Dienst war nicht zu erreichen. Es wurde nichts gespeichert. Bitte versuchen Sie es noch einmal.'
}
