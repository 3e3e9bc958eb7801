import { Link } from 'react-router-dom'
import { type DeliveriesReport, deliveriesContract } from '#domain/reports/deliveries/shape.ts'
import type { QualityReport } from '#domain/reports/quality/shape.ts'
import { brokenDays } from '#web/features/reports/stages/unusual.tsx'
import { type ReportState, useReport } from '#web/features/reports/data/use-report.ts'
import { changedSearch } from '#web/features/reports/filters/filters.ts'
import { useFilters } from '#web/features/reports/filters/use-filters.ts'
import { instant, longDay, number, share } from '#web/features/reports/words/number-format.ts'
import type { QualityTopic } from './topics.ts'

interface Finding {
  topic: QualityTopic
  text: string
}

/** Names what needs attention, with links to the topics. Says so if there is nothing. */
export function QualityAlarm({ state }: { state: ReportState<QualityReport> }) {
  const { search } = useFilters()
  const { report: deliveries } = useReport(deliveriesContract, {}, { every: 15_000 })
  if (!state.report || !deliveries) return null
  const findings = [...deliveryFindings(deliveries), ...rejectionFindings(state.report.days)]
  if (findings.length === 0)
    return <output>Nichts fällt auf: Es ist nichts gescheitert und nicht mehr abgewiesen als sonst.</output>
  return (
    <output className="block rounded-lg border border-alarm bg-alarm-soft p-4">
      <p className="font-semibold text-alarm">Das braucht Aufmerksamkeit:</p>
      <ul className="mt-1 list-disc pl-5">
        {findings.map(({ topic, text }) => (
          <li key={text}>
            <Link
              to={`?${changedSearch(search, { thema: topic, ab: undefined })}`}
              className="underline underline-offset-4"
            >
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </output>
  )
}

/** Returns what is wrong with the deliveries. Exported for tests. */
export function deliveryFindings({
  stopped,
  counts,
  emails,
}: Pick<DeliveriesReport, 'stopped' | 'counts' | 'emails'>): Finding[] {
  const texts = [
    stopped && `Der Webhook nimmt seit ${instant(stopped.at)} nichts mehr an.`,
    counts.dead > 0 &&
      (counts.dead === 1
        ? '1 Nachricht an den Webhook ist gescheitert.'
        : `${number(counts.dead)} Nachrichten an den Webhook sind gescheitert.`),
    emails.undeliverable > 0 &&
      (emails.undeliverable === 1
        ? '1 E-Mail ist unzustellbar.'
        : `${number(emails.undeliverable)} E-Mails sind unzustellbar.`),
  ]
  return texts.flatMap((text) => (text ? [{ topic: 'zustellung' as const, text }] : []))
}

/** Returns the days on which unusually many events were rejected. Exported for tests. */
export function rejectionFindings(days: QualityReport['days']): Finding[] {
  return brokenDays(days).map(({ day, rate, usualRate }) => ({
    topic: 'abgewiesen',
    text: `Am ${longDay(day)} wurden ${share(rate)} der Ereignisse abgewiesen, sonst ${share(usualRate)}.`,
  }))
}
