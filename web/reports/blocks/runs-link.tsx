import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Params } from '../get-report.ts'

interface RunsLinkProps {
  /** Which runs, as `domain/reports/run-shapes.ts` names figures. */
  figure: string
  /** What the report with the figure was asked. */
  params: Params
  /** Says which number this is, for those who read links out of their place. */
  label: string
  children: ReactNode
}

/** A number that opens the list of the runs it counts. */
export function RunsLink({ figure, params, label, children }: RunsLinkProps) {
  const query = new URLSearchParams({ figure })
  for (const [name, value] of Object.entries(params)) if (value !== undefined) query.set(name, String(value))
  return (
    <Link
      to={`/laeufe?${query}`}
      aria-label={label}
      className="rounded-sm font-semibold text-leaf-800 tabular-nums underline decoration-leaf-200 underline-offset-4 hover:decoration-2 hover:decoration-leaf-700"
    >
      {children}
    </Link>
  )
}
