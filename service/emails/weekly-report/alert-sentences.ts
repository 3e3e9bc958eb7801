import { germanInteger } from '#domain/numbers/german-number.ts'
import type { Alert } from '#domain/reports/alerts/shape.ts'
import { sentTo } from '#domain/reports/alerts/words.ts'
import { fieldLabel, funnelName, ruleName, shortened, stepTitle } from '#domain/reports/words.ts'
import type { WeeklyReport } from '#domain/weekly-report/weekly-report.ts'
import type { Sentence } from '#service/emails/template/email-draft.ts'
import { formatMinute } from '#service/emails/template/format-values.ts'
import type { PageLinks } from './page-links.ts'
import { countOf, oneDecimal, orders, percent, wholeEuro } from './words.ts'

/**
 * Returns the sentences about the faults that were open at some time of the week, or are open. Their links show the alerts
 * as of the position of the report, with the same figures and links to the reports of their funnels.
 */
export function alertSentences(
  { alerts, asOf }: Pick<WeeklyReport, 'alerts' | 'asOf'>,
  links: PageLinks,
): Sentence[] {
  const { shown, more, muted } = alerts
  const href = links.alerts(asOf.position)
  const sentences = shown.map((alert): Sentence => {
    const { before, figure, after } = faultWords(alert)
    return [before, { label: figure, href }, `${after}, ${timeWords(alert)}.${lossWords(alert)}`]
  })
  const others: Sentence[] = [
    ...(more > 0 ? [[{ label: `${more} weitere`, href }, ' mit kleinerem Verlust.']] : []),
    ...(muted > 0 ? [['Stummgeschaltet und hier ausgelassen: ', { label: String(muted), href }, '.']] : []),
  ]
  if (sentences.length > 0) return [...sentences, ...others]
  return [
    ['In dieser Woche war keine Störung offen, und auch zum Stand dieser E-Mail ist keine offen.'],
    ...others,
  ]
}

interface FaultWords {
  before: string
  /** The words that are a link. */
  figure: string
  after: string
}

function faultWords(alert: Alert): FaultWords {
  const { kind, funnels, step, field, rule, faulty, watched, usualRate, usualCount } = alert
  const [funnel = ''] = funnels
  const of = (things: string) => `${germanInteger(faulty)} von ${germanInteger(watched ?? 0)} ${things}`
  const usual = usualRate === null ? '' : `, sonst ${percent(usualRate)}`
  const where = funnels.length === 0 ? '' : ` (${funnels.map(funnelName).join(', ')})`
  switch (kind) {
    case 'message':
      return {
        before: `„${shortened(fieldLabel(funnel, field!))}“${where}: `,
        figure: of('Anträgen'),
        after: ` mit der Meldung „${ruleName(rule!)}“${usual}`,
      }
    case 'loss':
      return {
        before: `Schritt ${step}, „${stepTitle(funnel, step!)}“${where}: `,
        figure: of('Anträgen'),
        after: ` verloren${usual}`,
      }
    case 'rejected':
      return { before: 'Abgewiesen: ', figure: of('Ereignissen'), after: usual }
    case 'tracking':
      return { before: 'Lückenhaft erfasst: ', figure: of('Bestellungen'), after: usual }
    case 'delivery':
      return { before: 'Nicht oder zu spät zugestellt: ', figure: of(sentTo(field).dative), after: '' }
    case 'receiver_stopped':
      return { before: 'Der Empfänger der ', figure: sentTo(field).title, after: ' ist gestoppt' }
    case 'runs':
    case 'orders':
      return {
        before: `Zu wenige${where}: `,
        figure: countOf(faulty, kind === 'runs' ? ['Antrag', 'Anträge'] : orders),
        after: usualCount === null ? '' : `, sonst ${oneDecimal(usualCount)}`,
      }
  }
}

function timeWords({ startedAt, lastAt }: Alert): string {
  const from = formatMinute(Date.parse(startedAt))
  return lastAt === null ? `seit ${from}, noch offen` : `vom ${from} bis ${formatMinute(Date.parse(lastAt))}`
}

function lossWords({ lostOrders, lostRevenueCents }: Alert): string {
  if (lostOrders === null || lostRevenueCents === null) return ''
  return ` Geschätzter Verlust: ${wholeEuro(lostRevenueCents)} (${oneDecimal(lostOrders)} ${lostOrders === 1 ? orders[0] : orders[1]}).`
}
