import { RunsLink, type RunsParams } from '#web/features/reports/blocks/runs-link.tsx'
import { useFilters } from '#web/features/reports/filters/use-filters.ts'

interface SinceThenProps {
  figure: string
  /** Parameters of the report that shows the figure as of a past time. */
  params: RunsParams
  then: number
  /** Undefined while the present report is loading. */
  now: number | undefined
  format: (value: number) => string
  /** Formats the difference without a sign; `format` by default. */
  formatChange?: (value: number) => string
  /** Words for the figure in the accessible name of the link. */
  about: string
}

/**
 * Figure as it is now, beside the figure of a past report. The difference links to the runs that made it. Shows nothing
 * if the page shows the present.
 */
export function SinceThen(props: SinceThenProps) {
  const { figure, params, then, now, format, formatChange = format, about } = props
  const { asOf } = useFilters().filters
  if (asOf === undefined || now === undefined) return null
  const change = now - then
  return (
    <span className="text-sm text-muted">
      {change === 0 ? (
        '→ heute gleich'
      ) : (
        <>
          → heute {format(now)} (
          <RunsLink
            figure={figure}
            params={{ ...params, changes: 'only' }}
            count={1}
            text={`${change > 0 ? '+' : '−'}${formatChange(Math.abs(change))}`}
            about={`${about}, seither`}
          />
          )
        </>
      )}
    </span>
  )
}
