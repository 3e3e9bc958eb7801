import { funnels } from '#domain/funnels/index.ts'
import { CrossIcon } from '#web/ui/icons.tsx'
import { type Filters, segmentNames } from '../filters.ts'
import type { Params } from '../get-report.ts'
import { ReportPage } from '../report-page.tsx'
import { rangeParams, useFilters } from '../use-filters.ts'
import { dimensionNames, funnelName, keyName } from '../words.ts'
import { BreakdownSection } from './breakdown-section.tsx'
import { FieldsSection } from './fields-section.tsx'
import { FunnelSection } from './funnel-section.tsx'
import { TrendSection } from './trend-section.tsx'

/** Where visitors drop off in one funnel; the first one of the site until another is chosen. */
export function DropOffPage() {
  const { filters: read, search, set } = useFilters()
  const funnel = read.funnel ?? funnels[0]!.type
  const filters = { ...read, funnel }
  const params: Params = {
    funnel,
    funnelVersion: filters.funnelVersion,
    ...rangeParams(filters),
    ...filters.segment,
  }
  return (
    <ReportPage title={`Abbruch: ${funnelName(funnel)}`} filters="days-and-funnel">
      <ChosenSegment filters={filters} set={set} />
      <div className="grid gap-5 *:min-w-0">
        <FunnelSection filters={filters} params={params} set={set} />
        <TrendSection params={params} view={search.get('verlauf')} set={set} />
        <BreakdownSection params={params} by={search.get('nach')} set={set} />
        <FieldsSection params={params} />
      </div>
    </ReportPage>
  )
}

interface ChosenSegmentProps {
  filters: Filters
  set: (changes: Record<string, string | undefined>) => void
}

function ChosenSegment({ filters: { segment, funnel }, set }: ChosenSegmentProps) {
  const chosen = segmentNames.flatMap((name) => {
    const value = segment[name]
    return value === undefined ? [] : [{ name, value }]
  })
  if (chosen.length === 0) return null
  return (
    <ul aria-label="Gewählte Filter" className="flex flex-wrap gap-2">
      {chosen.map(({ name, value }) => (
        <li
          key={name}
          className="flex items-center gap-2 rounded-full bg-leaf-100 py-1 pr-1.5 pl-3.5 text-sm"
        >
          {dimensionNames[name]}: {keyName(value, funnel)}
          <button
            type="button"
            aria-label={`Filter ${dimensionNames[name]} aufheben`}
            onClick={() => set({ [name]: undefined })}
            className="grid size-7 cursor-pointer place-items-center rounded-full hover:bg-leaf-200 print:hidden"
          >
            <CrossIcon className="size-4" />
          </button>
        </li>
      ))}
    </ul>
  )
}
