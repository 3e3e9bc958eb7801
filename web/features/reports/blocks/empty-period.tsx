import { Link } from 'react-router-dom'
import { presetOf } from '#web/features/reports/filters/period.ts'
import { changedSearch } from '#web/features/reports/filters/filters.ts'
import { useFilters } from '#web/features/reports/filters/use-filters.ts'

/** Longer periods that an empty page offers. */
const offered = ['28', '90', 'jahr']

/** Says that nothing was counted in the period, and leads to longer periods. */
export function EmptyPeriod({ isFirst, children }: { isFirst: boolean; children: string }) {
  const { filters, search } = useFilters()
  if (isFirst)
    return (
      <div className="py-8">
        <p className="text-lg font-semibold">Hier ist noch nichts gezählt worden.</p>
        <p className="mt-1 max-w-2xl text-muted">
          Sobald jemand auf der Website einen Antrag beginnt, steht er nach wenigen Sekunden hier. Wenn Sie
          das prüfen möchten, beginnen Sie selbst einen Antrag und laden Sie diese Seite neu.
        </p>
      </div>
    )
  return (
    <div className="py-8">
      <p className="text-lg font-semibold">{children}</p>
      <ul aria-label="Längere Zeiträume" className="mt-2 flex flex-wrap gap-x-5 text-sm print:hidden">
        {offered
          .filter((value) => value !== filters.preset)
          .map((value) => (
            <li key={value}>
              <Link
                to={`?${changedSearch(search, { zeitraum: value, from: undefined, to: undefined })}`}
                className="inline-flex min-h-8 items-center text-leaf-700 underline underline-offset-4"
              >
                {presetOf(value)!.name} zeigen
              </Link>
            </li>
          ))}
      </ul>
    </div>
  )
}
