import type { ExperimentReport, VariantRow } from '#domain/reports/experiments/shape.ts'
import { funnelByType } from '#domain/funnels/index.ts'
import { fieldLabel, stepTitle } from '#domain/reports/words.ts'
import { duration, pointsOfShare, share } from '#web/features/reports/words/number-format.ts'

export const stateNames: Record<ExperimentReport['state'], string> = {
  planned: 'Geplant',
  running: 'Läuft',
  ended: 'Beendet',
}

/** The first variant is the funnel as it is. */
export const variantName = (key: string, index: number): string => (index === 0 ? `Bisher (${key})` : key)

/** Formats a difference with its interval: `+1,2 Punkte (−0,4 bis +2,8)`. */
export function differenceWords({ value, low, high }: { value: number; low: number; high: number }): string {
  return `${signed(pointsOfShare(value), value)} (${signed(bound(low), low)} bis ${signed(bound(high), high)})`
}

/** Stands where a variant cannot be compared with the control, neither during the experiment nor after it. */
export const tooFewWords = 'zu wenige zum Prüfen'

/** Says how many runs took longer on a step than usual, and how those of a variant differ from the control. */
export function slowWords(
  { step, limitSeconds, timed, slow, difference }: VariantRow['slowRuns'][number],
  { isControl }: { isControl: boolean },
): string {
  if (limitSeconds === null || timed === 0) return `Schritt ${step}: –`
  const found = `Schritt ${step}, über ${duration(limitSeconds)}: ${share(slow / timed)}`
  if (isControl) return found
  return `${found}, ${difference === null ? tooFewWords : differenceWords(difference)}`
}

const bound = (one: number) => pointsOfShare(one).replace(' Punkte', '')

const signed = (text: string, value: number) => (value > 0 ? `+${text}` : text.replace('-', '−'))

const whatNames: Readonly<Record<string, string>> = {
  label: 'Beschriftung',
  hint: 'Hinweis',
  help: 'Hilfe',
  placeholder: 'Beispiel',
  missing: 'Meldung ohne Eingabe',
  wording: 'Texte',
  title: 'Überschrift',
  subtitle: 'Unterzeile',
}

/** Describes what a variant changes in a field or in a step. */
export function changeWords(funnel: string, { place, what, text }: VariantRow['changes'][number]): string {
  // Only steps have these texts.
  const of = what === 'title' || what === 'subtitle' ? stepWords(funnel, place) : fieldLabel(funnel, place)
  if (what === 'required') return `${of}: darf leer bleiben`
  if (what === 'rule') return `${of}: gelockerte Regel`
  return `${of}, ${whatNames[what] ?? what}${text === null ? ' geändert' : `: „${text}“`}`
}

function stepWords(funnel: string, name: string): string {
  const index = funnelByType(funnel)?.steps.findIndex((step) => step.name === name) ?? -1
  return index === -1 ? name : `Schritt ${index + 1} (${stepTitle(funnel, index + 1)})`
}

/** Says in a sentence what the comparison has shown. */
export function resultWords({ variants, state }: Pick<ExperimentReport, 'variants' | 'state'>): string {
  if (state === 'planned') return 'Der Versuch hat noch nicht begonnen.'
  const decided = variants.flatMap(({ variant, verdict, difference }) =>
    difference !== null && (verdict === 'better' || verdict === 'worse')
      ? [
          `„${variant}“ bringt ${verdict === 'better' ? 'mehr' : 'weniger'} Bestellungen als der bisherige Ablauf: ${differenceWords(difference)}.`,
        ]
      : [],
  )
  if (decided.length > 0) return decided.join(' ')
  if (variants.slice(1).every(({ difference }) => difference === null))
    return state === 'ended'
      ? 'Zu wenige Bestellungen für einen Vergleich.'
      : 'Noch zu wenige Bestellungen für einen Vergleich.'
  return state === 'ended'
    ? 'Ein Unterschied hat sich nicht gezeigt.'
    : 'Ein Unterschied hat sich bisher nicht gezeigt.'
}
