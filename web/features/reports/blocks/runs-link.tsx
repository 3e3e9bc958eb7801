import { Link } from 'react-router-dom'
import type { ParamsOf } from '#domain/reports/report-contract.ts'
import type { runsContract } from '#domain/reports/runs/shape.ts'
import { pastParams } from '#web/features/reports/filters/filters.ts'
import { useWayBack, wayBackName } from '#web/features/reports/filters/way-back.ts'
import { useIsShared } from '#web/features/reports/shared-link/shared-link-context.ts'
import { number } from '#web/features/reports/words/number-format.ts'

/** Parameters that a report has in common with the list of its runs. */
export type RunsParams = Omit<ParamsOf<typeof runsContract>, 'figure' | 'cursor'>

interface RunsLinkProps {
  /** Identifies the figure, in the format that `domain/reports/runs/shape.ts` defines. */
  figure: string
  /** Parameters of the report that shows the figure. */
  params: RunsParams
  count: number
  /** Words for the figure in the accessible name of the link, such as `Anträge, Anmeldung`. */
  about: string
  /** Text of the link; the count by default. */
  text?: string
}

/** Number with a link to the list of the counted runs. Zero, and every number of a shared view, has no link. */
export function RunsLink({ figure, params, count, about, text = number(count) }: RunsLinkProps) {
  const back = useWayBack()
  const isShared = useIsShared()
  if (count === 0 || isShared) return text
  const query = new URLSearchParams({ figure })
  const { asOf, ...others } = params
  for (const [name, value] of Object.entries({ ...others, ...pastParams(asOf) }))
    if (value !== undefined) query.set(name, String(value))
  query.set(wayBackName, back)
  return (
    <Link
      to={`/laeufe?${query}`}
      aria-label={`${text} ${about}`}
      // The space before the number makes the target of a short one wide enough.
      className="-ml-2 inline-block min-h-6 min-w-6 rounded-sm pl-2 font-semibold text-leaf-800 tabular-nums underline decoration-leaf-200 underline-offset-4 hover:decoration-2 hover:decoration-leaf-700"
    >
      {text}
    </Link>
  )
}
