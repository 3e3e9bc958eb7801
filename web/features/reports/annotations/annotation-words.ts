import type { Annotation } from '#domain/reports/annotations/shape.ts'
import { alertTitle } from '#domain/reports/alerts/words.ts'
import { funnelName, receiverNames } from '#domain/reports/words.ts'
import { euro, number, points, share } from '#web/features/reports/words/number-format.ts'

/** Returns the heading of an annotation: the text that somebody wrote, or what the service noticed. */
export function titleOf({ kind, title, subject, funnel, alert }: Annotation): string {
  const about = subject ?? ''
  switch (kind) {
    case 'note':
    case 'deploy':
      return funnel === null ? (title ?? '') : `${title ?? ''} (${funnelName(funnel)})`
    case 'release':
      return `Version ${about} des Dienstes gestartet`
    case 'receiver_stopped':
      return `${receiverNames[about] ?? about} angehalten`
    case 'receiver_resumed':
      return `${receiverNames[about] ?? about} läuft wieder`
    case 'funnel_version':
      return `${funnelName(funnel ?? '')}: erster Antrag in Version ${about}`
    case 'campaign_begun':
      return `Kampagne „${about}“: erster Kontakt`
    case 'campaign_ended':
      return `Kampagne „${about}“: letzter Kontakt`
    case 'alert_opened':
      return alert ? `Störung beginnt: ${alertTitle(alert)}` : about
    case 'alert_closed':
      return alert ? `Störung ist vorbei: ${alertTitle(alert)}${lossOf(alert.lostRevenueCents)}` : about
  }
}

const lossOf = (cents: number | null) => (cents === null ? '' : `, Verlust etwa ${euro(cents)}`)

/** Returns who wrote an annotation, as a German word. */
export function authorOf({ kind }: Pick<Annotation, 'kind'>): string {
  if (kind === 'note') return 'Notiz'
  return kind === 'deploy' ? 'Auslieferung' : 'automatisch'
}

/** Returns whether the interval of a difference excludes zero, and in which direction. */
export function directionOf(effect: Annotation['effect']): 'up' | 'down' | 'unclear' {
  const difference = effect?.difference
  if (!difference || (difference.low <= 0 && difference.high >= 0)) return 'unclear'
  return difference.value > 0 ? 'up' : 'down'
}

const signed = (value: number) => `${value < 0 ? '−' : '+'}${points(Math.abs(value) * 100)}`

/** Returns the rates before and after an annotation as German sentences. */
export function effectWords(effect: Annotation['effect']): string {
  if (!effect) return 'Noch kein Tag danach ist vorbei.'
  const { before, after, days, difference } = effect
  const rate = (side: typeof before) =>
    `${share(side.conversionRate)} (${number(side.orders)} von ${number(side.runs)})`
  const span = days === 7 ? '7 Tage' : days === 1 ? '1 Tag' : `${days} Tage`
  const rates = `Abschlussquote ${span} davor ${rate(before)}, danach ${rate(after)}`
  if (!difference) return `${rates}; für einen Vergleich sind das zu wenige Anträge.`
  const interval = `${signed(difference.low)} bis ${signed(difference.high)}`
  const verdict =
    directionOf(effect) === 'unclear'
      ? 'Das kann Zufall sein.'
      : difference.value > 0
        ? 'Das ist mehr als Zufall.'
        : 'Das ist weniger, und kein Zufall.'
  return `${rates}: ${signed(difference.value)} Punkte (95 %: ${interval}). ${verdict}`
}
