import { funnels } from '#domain/funnels/index.ts'
import { dropOffReportSchema } from '#domain/report-shapes.ts'
import { CrossIcon } from '#web/ui/icons.tsx'
import { segmentNames } from '../filters.ts'
import type { Params } from '../get-report.ts'
import { ReportPage } from '../report-page.tsx'
import { rangeParams, useFilters } from '../use-filters.ts'
import { useReport } from '../use-report.ts'
import { dimensionNames, funnelName, keyName } from '../words.ts'
import { BreakdownSection } from './breakdown-section.tsx'
import { FieldsSection } from './fields-section.tsx'
import { FunnelSection } from './funnel-section.tsx'
import { TrendSection } from './trend-section.tsx'

/** Where visitors drop off in one funnel; the first one of the site until another is chosen. */
export function DropOffPage() {
  const { filters: read } = useFilters()
  const funnel = read.funnel ?? funnels[0]!.type
  const filters = { ...read, funnel }
  const params: Params = {
    funnel,
    funnelVersion: filters.funnelVersion,
    ...rangeParams(filters),
    ...filters.segment,
  }
  const state = useReport('drop-off', params, dropOffReportSchema)
  return (
    <ReportPage title={`Abbruch: ${funnelName(funnel)}`} filters="days-and-one-funnel" stand={state}>
      <ChosenSegment />
      <FunnelSection state={state} filters={filters} params={params} />
      <TrendSection params={params} />
      <BreakdownSection params={params} />
      <FieldsSection params={params} />
    </ReportPage>
  )
}

function ChosenSegment() {
  const { filters, set } = useFilters()
  const { segment, funnel } = filters
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
