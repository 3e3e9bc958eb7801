import { type ReactNode, use, useMemo } from 'react'
import { Navigate, useLocation, useParams } from 'react-router-dom'
import { funnelOfRun } from '#domain/experiments/variant-funnel.ts'
import type { Funnel } from '#domain/forms/define-funnel.ts'
import { type FunnelEntry, funnelEntries } from '#domain/funnels/funnel-entries.ts'
import { keptQuery } from '#domain/site/links/kept-query.ts'
import { siteSettings } from '#web/features/settings/site-settings.ts'
import { firstOpenStep, preselected, today } from '#web/features/funnel/form/form-state.ts'
import { replaceUnofferedLevel } from '#web/features/funnel/order/offered-level.ts'
import { runStoreOf } from '#web/features/funnel/run/open-runs.ts'
import type { RunStore } from '#web/features/funnel/run/run-store.ts'
import { stepOf, stepPath } from '#web/features/funnel/form/step-path.ts'
import { loadLastStep } from '#web/features/funnel/steps/load-last-step.ts'
import { runTracker } from '#web/features/funnel/run/visit-tracker.ts'
import { Wizard } from './wizard.tsx'

export function Component({ notFound }: { notFound: ReactNode }) {
  const { slug } = useParams()
  const entry = funnelEntries.find((one) => one.slug === slug)
  return entry ? <FunnelRoute funnel={use(loaded(entry))} /> : notFound
}

const loading = new Map<FunnelEntry, Promise<Funnel>>()

/** Loads the code for a path. Does nothing if the path belongs to no funnel. */
export async function loadFunnel(pathname: string): Promise<void> {
  const [, slug, place] = pathname.split('/')
  const entry = funnelEntries.find((one) => one.slug === slug)
  if (!entry) return
  const funnel = await loaded(entry)
  if (stepOf(funnel, place, location.search) === funnel.steps.length) await loadLastStep()
}

/** Loads a funnel. For the same funnel, always returns the same promise, as `use` of React requires. */
function loaded(entry: FunnelEntry): Promise<Funnel> {
  const known = loading.get(entry) ?? entry.load()
  loading.set(entry, known)
  return known
}

/**
 * Shows the step of the URL. If the URL is an alias or names an unknown or not yet reachable step, redirects to the
 * canonical URL of the step to show.
 */
function FunnelRoute({ funnel }: { funnel: Funnel }) {
  const { place } = useParams()
  const { pathname, search, key } = useLocation()
  const { vip, texts } = use(siteSettings())
  const store = runStoreOf(funnel, texts)
  // Computed once per navigation, because values that the visitor enters must not change the shown step.
  const step = useMemo(() => {
    replaceUnofferedLevel(store, vip)
    return stepToShow(funnel, store, place, search)
    // oxlint-disable-next-line react/exhaustive-deps
  }, [funnel, place, search, key, vip])
  const address = stepPath(funnel, step) + keptQuery(search)
  return pathname + search === address ? (
    <Wizard key={funnel.type} funnel={funnel} step={step} store={store} runTracker={runTracker} />
  ) : (
    <Navigate to={address} replace />
  )
}

/** Returns the step to show, and enters the options that the query string preselects. The function is idempotent. */
function stepToShow(funnel: Funnel, store: RunStore, place: string | undefined, search: string): number {
  const chosen = preselected(funnel, store.draft(), search)
  if (Object.keys(chosen).length > 0) store.preselect(chosen)
  const { runId, answers, order } = store.draft()
  const requested = stepOf(funnel, place, search)
  if (order) return requested
  // A variant can make a step complete that it would not be otherwise.
  return Math.min(requested, firstOpenStep(funnelOfRun(funnel, runId), answers, today()))
}
