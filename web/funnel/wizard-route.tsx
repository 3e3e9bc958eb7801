import { type ReactNode, useMemo } from 'react'
import { Navigate, useLocation, useParams } from 'react-router-dom'
import type { Funnel } from '#domain/funnels/define-funnel.ts'
import { funnelBySlug } from '#domain/funnels/index.ts'
import { keptQuery } from '#domain/links/kept-query.ts'
import { firstOpenStep, preselected, today } from './form-state.ts'
import { runStoreOf } from './run-store.ts'
import { stepOf, stepPath } from './step-path.ts'
import { runTracker } from './visit-tracker.ts'
import { Wizard } from './wizard.tsx'

/** The address of a step is corrected before it is shown: aliases, unknown steps, and steps that are not open yet. */
export function Component({ notFound }: { notFound: ReactNode }) {
  const { slug = '', place } = useParams()
  const { pathname, search, key } = useLocation()
  const funnel = funnelBySlug(slug)
  // Once for each navigation: what is entered afterwards moves nobody.
  // oxlint-disable-next-line react/exhaustive-deps
  const step = useMemo(() => funnel && stepToShow(funnel, place, search), [funnel, place, search, key])
  if (!funnel || step === undefined) return notFound
  const address = stepPath(funnel, step) + keptQuery(search)
  return pathname + search === address ? (
    <Wizard key={funnel.type} funnel={funnel} step={step} runTracker={runTracker} />
  ) : (
    <Navigate to={address} replace />
  )
}

/** Also enters what the address chooses beforehand, which comes to the same however often it is done. */
function stepToShow(funnel: Funnel, place: string | undefined, search: string): number {
  const store = runStoreOf(funnel)
  const chosen = preselected(funnel, store.draft().answers, search)
  if (Object.keys(chosen).length > 0) store.enter({ ...store.draft().answers, ...chosen })
  const { answers, order } = store.draft()
  const asked = stepOf(funnel, place, search)
  return order ? asked : Math.min(asked, firstOpenStep(funnel, answers, today()))
}
