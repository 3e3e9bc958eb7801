import { Suspense, lazy, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { funnelOfRun } from '#domain/experiments/variant-funnel.ts'
import type { Funnel } from '#domain/forms/define-funnel.ts'
import { classNames } from '#web/ui/class-names.ts'
import { LevelReplacedNotice } from '#web/features/funnel/order/level-replaced-notice.tsx'
import { wasLevelReplaced } from '#web/features/funnel/order/offered-level.ts'
import { loadedLater } from '#web/ui/timing/loaded-later.ts'
import { PreviewEnd, endPreview } from '#web/ui/timing/preview-end.ts'
import { RenderedWhenIdle } from '#web/ui/timing/rendered-when-idle.tsx'
import { OrderAside } from '#web/features/funnel/order/order-aside.tsx'
import { ResumeNotice, stepToResume } from './resume-notice.tsx'
import { RunStart } from './run-start.tsx'
import type { RunStore } from '#web/features/funnel/run/run-store.ts'
import type { RunTracker } from '#web/features/funnel/run/run-tracker.ts'
import { stepPath } from '#web/features/funnel/form/step-path.ts'
import { StepForm } from '#web/features/funnel/steps/step-form.tsx'

// Below the form, so it may appear later than the form.
const DraftBar = loadedLater(async () => (await import('./draft-bar.tsx')).DraftBar)

const OtherTabDialog = loadedLater(async () => (await import('./other-tab-dialog.tsx')).OtherTabDialog)

// Loaded on demand, because few visitors return to a form that they have ordered.
const PlacedOrderNotice = lazy(async () => ({
  default: (await import('./placed-order-notice.tsx')).PlacedOrderNotice,
}))

const ElsewhereNotice = lazy(async () => ({
  default: (await import('#web/features/funnel/handover/elsewhere-notice.tsx')).ElsewhereNotice,
}))

interface WizardProps {
  funnel: Funnel
  /** Number of the step, from 1. */
  step: number
  store: RunStore
  runTracker: RunTracker
}

/** Renders a step of a funnel as the funnel definition specifies. */
export function Wizard({ funnel: declared, step, store, runTracker }: WizardProps) {
  const draft = useSyncExternalStore(store.subscribe, store.draft, store.draft)
  const conflict = useSyncExternalStore(store.subscribe, store.conflict, store.conflict)
  const { runId, started, order } = draft
  const funnel = funnelOfRun(declared, runId)
  const isElsewhere = !order && draft.handover?.isTaken === true
  const [loads, reload] = useReload(store)
  // Draft and step at the time when the page was opened. The resume notice must not change when the visitor continues.
  const [arrival] = useState(() => ({ draft, step, resume: stepToResume(funnel, draft, step) }))
  const { resume } = arrival
  const navigate = useNavigate()

  // Without this, the preview would remain if the visitor left the page before its form is hydrated.
  useLayoutEffect(() => endPreview, [])

  return (
    <div
      className={classNames(
        'mx-auto grid w-full max-w-6xl gap-8 px-4 pt-6 pb-16 sm:px-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-12 lg:pt-10',
        // The last step repeats what the visitor has entered.
        step < funnel.steps.length && 'font-german',
      )}
    >
      <div className="min-w-0" data-step-begins>
        {/* React hydrates this part after the rest of the page, in separate tasks. */}
        <Suspense>
          {resume && !isElsewhere && arrival.step === step && arrival.draft.runId === runId && (
            <ResumeNotice funnel={funnel} draft={arrival.draft} step={resume} />
          )}
          {!order && wasLevelReplaced(runId) && <LevelReplacedNotice funnel={funnel} />}
          {order ? (
            <Suspense>
              <PlacedOrderNotice
                order={order}
                isEarlier={conflict?.kind === 'ordered'}
                onRestart={() => {
                  store.restart()
                  void navigate(stepPath(funnel, 1))
                }}
              />
            </Suspense>
          ) : isElsewhere ? (
            <Suspense>
              <ElsewhereNotice store={store} />
            </Suspense>
          ) : (
            // The key contains all that replaces the values of the form, so that its controls are remounted then.
            <StepForm
              key={`${runId} ${step} ${loads}`}
              funnel={funnel}
              step={step}
              store={store}
              runTracker={runTracker}
            />
          )}
          <RunStart {...{ funnel, step, store, runTracker, started, isElsewhere }} />
          <PreviewEnd />
        </Suspense>
        {!order && !isElsewhere && (
          <DraftBar funnel={funnel} store={store} draft={draft} runTracker={runTracker} />
        )}
        {!order && (
          <RenderedWhenIdle>
            <OtherTabDialog conflict={conflict} onLoad={reload} onKeep={() => store.overwrite()} />
          </RenderedWhenIdle>
        )}
      </div>
      <OrderAside funnel={funnel} values={draft.answers} />
    </div>
  )
}

/** Returns how often the values of another tab were loaded, and a function that loads them. */
function useReload(store: RunStore): [number, () => void] {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const [loads, setLoads] = useState(0)
  return [
    loads,
    () => {
      store.load()
      setLoads(loads + 1)
      // Opens the step again, because it may not be accessible with the loaded values.
      void navigate(pathname + search, { replace: true })
    },
  ]
}
