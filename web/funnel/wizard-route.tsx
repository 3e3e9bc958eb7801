import { type LoaderFunctionArgs, replace } from 'react-router-dom'
import type { Funnel } from '#domain/funnels/define-funnel.ts'
import { keptQuery } from '#web/attribution/kept-query.ts'
import { firstOpenStep, today } from './form-state.ts'
import { runStoreOf } from './run-store.ts'
import type { RunTracker } from './run-tracker.ts'
import { stepOf, stepPath } from './step-path.ts'
import { Wizard } from './wizard.tsx'

/** The address of a step is corrected before it is shown: aliases, unknown steps, and steps that are not open yet. */
export function stepLoader(funnel: Funnel) {
  return ({ request, params }: Pick<LoaderFunctionArgs, 'request' | 'params'>) => {
    const { pathname, search } = new URL(request.url)
    const { answers, order } = runStoreOf(funnel).draft()
    const asked = stepOf(funnel, params['place'], search)
    const step = order ? asked : Math.min(asked, firstOpenStep(funnel, answers, today()))
    const address = stepPath(funnel, step) + keptQuery(search)
    if (pathname + search !== address) return replace(address)
    return { step }
  }
}

export function wizardRoute(funnel: Funnel, runTracker: RunTracker) {
  return {
    loader: stepLoader(funnel),
    element: <Wizard funnel={funnel} runTracker={runTracker} />,
  }
}
