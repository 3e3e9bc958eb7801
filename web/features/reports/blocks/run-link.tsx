import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useIsShared } from '#web/features/reports/shared-link/shared-link-context.ts'
import { useWayBack, wayBackName } from '#web/features/reports/filters/way-back.ts'

/** Link to the timeline of a run, which leads back to this page. */
export function RunLink({ runId, children }: { runId: string; children: ReactNode }) {
  const back = new URLSearchParams({ [wayBackName]: useWayBack() })
  if (useIsShared()) return children
  return (
    <Link
      to={`/laeufe/${runId}?${back}`}
      className="flex min-h-6 w-fit items-center text-leaf-700 underline underline-offset-4"
    >
      {children}
    </Link>
  )
}
