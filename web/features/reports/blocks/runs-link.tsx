import { Link } from 'react-router-dom'
import type { ParamsOf } from '#domain/reports/report-contract.ts'
import type { runsContract } from '#domain/reports/runs/shape.ts'
import { number } from '#web/features/reports/words/number-format.ts'

/** Parameters that a report shares with its list of runs. */
export type RunsParams = Omit<ParamsOf<typeof runsContract>, 'figure' | 'cursor'>

interface RunsLinkProps {
  /** Figure as `domain/reports/runs/shape.ts` defines it. */
  figure: string
  /** Parameters of the report with the figure. */
  params: RunsParams
  count: number
  /** Describes the figure in the link's accessible name: `Läufe, Anmeldung`. */
  about: string
  /** Text of the link; the count by default. */
  text?: string
}

/** Figure that links to the list of its runs; zero is not a link. */
export function RunsLink({ figure, params, count, about, text = number(count) }: RunsLinkProps) {
  if (count === 0) return text
  const query = new URLSearchParams({ figure })
  for (const [name, value] of Object.entries(params)) if (value !== undefined) query.set(name, String(value))
  return (
    <Link
      to={`/laeufe?${query}`}
      aria-label={`${text} ${about}`}
      className="rounded-sm font-semibold text-leaf-800 tabular-nums underline decoration-leaf-200 underline-offset-4 hover:decoration-2 hover:decoration-leaf-700"
    >
      {text}
    </Link>
  )
}
