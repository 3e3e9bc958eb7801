import { Link } from 'react-router-dom'
import type { DropOffReport } from '#domain/reports/drop-off/shape.ts'
import { changedSearch } from '#web/features/reports/filters/filters.ts'
import { useFilters } from '#web/features/reports/filters/use-filters.ts'
import { number } from '#web/features/reports/words/number-format.ts'

type Version = DropOffReport['funnelVersions'][number]

/** Returns the counted versions as the parameter `funnelVersion` that lists exactly their runs. */
export function countedVersions({
  funnelVersion,
  funnelVersions,
}: Pick<DropOffReport, 'funnelVersion' | 'funnelVersions'>): string {
  const counted = funnelVersions.filter((one) => one.counted).map(({ version }) => version)
  return counted.length === 0 ? String(funnelVersion) : counted.join(',')
}

/** Sentence with the versions of the funnel in the range. Each links to its figures. Hidden if there is only one. */
export function Versions({ report }: { report: DropOffReport }) {
  const { filters, search } = useFilters()
  const { funnelVersions } = report
  if (funnelVersions.length < 2) return null
  const counted = funnelVersions.filter((one) => one.counted)
  const others = funnelVersions.filter((one) => !one.counted)
  const links = (versions: readonly Version[]) =>
    versions.map(({ version, runs }, index) => (
      <span key={version}>
        {index > 0 && ', '}
        <Link
          to={`?${changedSearch(search, { funnelVersion: String(version) })}`}
          className="text-leaf-800 underline decoration-leaf-200 underline-offset-4 hover:decoration-leaf-700"
        >
          Version {version}
        </Link>{' '}
        ({number(runs)} {runs === 1 ? 'Antrag' : 'Anträge'})
      </span>
    ))
  return (
    <p className="mb-4 text-sm text-muted">
      {counted.length > 0 && <>Gezählt: {links(counted)}. </>}
      {others.length > 0 && <>Nicht gezählt: {links(others)}. </>}
      {filters.funnelVersion === undefined ? (
        others.length > 0 && 'Versionen werden nur zusammengezählt, wenn ihre Schritte gleich sind.'
      ) : (
        <Link
          to={`?${changedSearch(search, { funnelVersion: undefined })}`}
          className="text-leaf-800 underline underline-offset-4"
        >
          Alle mit gleichen Schritten zeigen
        </Link>
      )}
    </p>
  )
}
