import { type LoaderFunctionArgs, replace, useLoaderData } from 'react-router-dom'
import { funnelBySlug } from '#domain/funnels/index.ts'
import { keptQuery } from '#web/attribution/kept-query.ts'
import { firstOpenStep, preselected, today } from './form-state.ts'
import { runStoreOf } from './run-store.ts'
import { stepOf, stepPath } from './step-path.ts'
import { runTracker } from './visit-tracker.ts'
import { Wizard } from './wizard.tsx'

/** The address of a step is corrected before it is shown: aliases, unknown steps, and steps that are not open yet. */
export function loader({ request, params }: LoaderFunctionArgs) {
  const funnel = funnelBySlug(params['slug'] ?? '')
  // React Router's way to its error element.
  // oxlint-disable-next-line typescript/only-throw-error
  if (!funnel) throw new Response(null, { status: 404 })
  const { pathname, search } = new URL(request.url)
  const store = runStoreOf(funnel)
  const chosen = preselected(funnel, store.draft().answers, search)
  if (Object.keys(chosen).length > 0) store.enter({ ...store.draft().answers, ...chosen })
  const { answers, order } = store.draft()
  const asked = stepOf(funnel, params['place'], search)
  const step = order ? asked : Math.min(asked, firstOpenStep(funnel, answers, today()))
  const address = stepPath(funnel, step) + keptQuery(search)
  if (pathname + search !== address) return replace(address)
  return { slug: funnel.slug, step }
}

export function Component() {
  const { slug, step } = useLoaderData<{ slug: string; step: number }>()
  const funnel = funnelBySlug(slug)
  return funnel && <Wizard key={funnel.type} funnel={funnel} step={step} runTracker={runTracker} />
}
