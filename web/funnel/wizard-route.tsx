import { type ReactNode, use, useMemo } from 'react'
import { Navigate, useLocation, useParams } from 'react-router-dom'
import type { Funnel } from '#domain/funnels/define-funnel.ts'
import { type FunnelEntry, funnelEntries } from '#domain/funnels/funnel-entries.ts'
import { keptQuery } from '#domain/links/kept-query.ts'
import { siteSettings } from '#web/settings/site-settings.ts'
import { firstOpenStep, preselected, today } from './form-state.ts'
import { keepToOffer } from './offered-level.ts'
import { runStoreOf } from './open-runs.ts'
import type { RunStore } from './run-store.ts'
import { stepOf, stepPath } from './step-path.ts'
import { runTracker } from './visit-tracker.ts'
import { Wizard } from './wizard.tsx'

export function Component({ notFound }: { notFound: ReactNode }) {
  const { slug } = useParams()
  const entry = funnelEntries.find((one) => one.slug === slug)
  return entry ? <FunnelRoute funnel={use(loaded(entry))} /> : notFound
}

const loading = new Map<FunnelEntry, Promise<Funnel>>()

/** The funnel of this path, if it has one, is on its way from here on. */
export async function loadFunnel(pathname: string): Promise<void> {
  const entry = funnelEntries.find(({ slug }) => slug === pathname.split('/')[1])
  if (entry) await loaded(entry)
}

/** The same promise at each asking, as React wants it. */
function loaded(entry: FunnelEntry): Promise<Funnel> {
  const known = loading.get(entry) ?? entry.load()
  loading.set(entry, known)
  return known
}

/** The address of a step is corrected before it is shown: aliases, unknown steps, and steps that are not open yet. */
function FunnelRoute({ funnel }: { funnel: Funnel }) {
  const { place } = useParams()
  const { pathname, search, key } = useLocation()
  const { vip } = use(siteSettings())
  const store = runStoreOf(funnel)
  // Once for each navigation: what is entered afterwards moves nobody.
  const step = useMemo(() => {
    keepToOffer(store, vip)
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

/** Also enters what the address chooses beforehand, which comes to the same however often it is done. */
function stepToShow(funnel: Funnel, store: RunStore, place: string | undefined, search: string): number {
  const chosen = preselected(funnel, store.draft().answers, search)
  if (Object.keys(chosen).length > 0) store.enter({ ...store.draft().answers, ...chosen })
  const { answers, order } = store.draft()
  const asked = stepOf(funnel, place, search)
  return order ? asked : Math.min(asked, firstOpenStep(funnel, answers, today()))
}
