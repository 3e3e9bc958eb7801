import { noticesContract } from '#domain/reports/notices/shape.ts'
import { useReport } from '#web/features/reports/data/use-report.ts'
import { number } from '#web/features/reports/words/number-format.ts'

interface Waiting {
  count: number
  /** What it is, in German. */
  what: string
}

/** Returns what waits for a person, by the path of the page that shows it. Refreshed every minute. */
export function useWaiting(): Readonly<Record<string, Waiting | undefined>> {
  const { report } = useReport(noticesContract, {}, { every: 60_000 })
  if (!report) return {}
  const { orders, deliveries, alerts } = report.waiting
  return {
    '/auffaelligkeiten': {
      count: alerts,
      what: alerts === 1 ? 'offene Auffälligkeit' : 'offene Auffälligkeiten',
    },
    '/bestellungen': {
      count: orders,
      what: orders === 1 ? 'Bestellung wartet auf jemanden' : 'Bestellungen warten auf jemanden',
    },
    '/datenqualitaet': {
      count: deliveries,
      what: deliveries === 1 ? 'Nachricht wartet auf jemanden' : 'Nachrichten warten auf jemanden',
    },
  }
}

/** Number of things that wait for a person. Shows nothing if there are none. */
export function WaitingBadge({ of }: { of: Waiting | undefined }) {
  if (!of || of.count === 0) return null
  return (
    <span
      title={`${number(of.count)} ${of.what}`}
      className="absolute -top-1.5 right-0 rounded-full bg-alarm px-1 text-[0.6875rem] leading-4 font-semibold text-white tabular-nums sm:relative sm:top-0 sm:ml-1.5 sm:px-1.5 sm:text-xs sm:leading-5"
    >
      {number(of.count)}
      <span className="sr-only"> {of.what}</span>
    </span>
  )
}
