import { Link } from 'react-router-dom'
import type { Params } from '../get-report.ts'
import { number } from '../number-format.ts'

interface RunsLinkProps {
  /** Which runs, as `domain/reports/run-shapes.ts` names figures. */
  figure: string
  /** What the report with the figure was asked. */
  params: Params
  /** How many runs there are. */
  count: number
  /** Says which number this is, for those who read links out of their place: `Läufe, Anmeldung`. */
  about: string
  /** As it is read; the number itself unless told otherwise. */
  text?: string
}

/** A number that opens the list of the runs it counts. Nothing stands behind a zero. */
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
