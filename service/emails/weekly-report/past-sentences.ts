import { euro } from '#domain/numbers/german-number.ts'
import type { ChangedWeek, PastFigures } from '#domain/weekly-report/past-changes.ts'
import type { WeeklyReport } from '#domain/weekly-report/weekly-report.ts'
import { type Block, heading, sentences, text } from '#service/emails/template/email-draft.ts'
import { formatMinute } from '#service/emails/template/format-values.ts'
import type { PageLinks } from './page-links.ts'
import { applications, countOf, daysWords, orders } from './words.ts'

const nouns: Record<Exclude<keyof PastFigures, 'netRevenueCents'>, readonly [string, string]> = {
  runs: applications,
  orders,
  paid: ['Zahlung', 'Zahlungen'],
  withdrawn: ['Widerruf', 'Widerrufe'],
  failed: ['gescheiterter Brief', 'gescheiterte Briefe'],
  refunded: ['Erstattung', 'Erstattungen'],
}

/** Returns the part about what has changed in past weeks since the last report; empty if nothing can be compared. */
export function pastBlocks({ past, asOf }: WeeklyReport, links: PageLinks): Block[] {
  if (!past) return []
  const { since, weeks } = past
  const title = heading('Was sich an früheren Wochen geändert hat')
  const compared = `seit dem Stand vom ${formatMinute(since.at)}`
  if (weeks.length === 0)
    return [title, text(`An den vier Wochen davor hat sich ${compared} nichts geändert.`)]
  const sentenceOf = ({ week, before, now, changes }: ChangedWeek) => [
    `${daysWords(week)}: Umsatz `,
    { label: euro(now.netRevenueCents), href: links.overview(week, asOf.position) },
    ...(now.netRevenueCents === before.netRevenueCents
      ? [' wie zuvor']
      : [' statt ', { label: euro(before.netRevenueCents), href: links.overview(week, since.position) }]),
    `${changesWords(changes)}.`,
  ]
  return [title, text(`Verglichen wird ${compared}.`), sentences(...weeks.map(sentenceOf))]
}

function changesWords(changes: ChangedWeek['changes']): string {
  const parts = Object.entries(nouns).flatMap(([name, noun]) => {
    const change = changes[name as keyof typeof nouns] ?? 0
    if (change === 0) return []
    return [`${countOf(Math.abs(change), noun)} ${change > 0 ? 'mehr' : 'weniger'}`]
  })
  return parts.length > 0 ? `; ${parts.join(', ')}` : ''
}
