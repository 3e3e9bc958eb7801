import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Funnel } from '#domain/forms/define-funnel.ts'
import { DraftBar } from './draft-bar.tsx'
import { LevelReplacedNotice } from '#web/features/funnel/order/level-replaced-notice.tsx'
import { wasLevelReplaced } from '#web/features/funnel/order/offered-level.ts'
import { OrderAside } from '#web/features/funnel/order/order-aside.tsx'
import { PlacedOrderNotice } from './placed-order-notice.tsx'
import { ResumeNotice, stepToResume } from './resume-notice.tsx'
import type { RunStore } from '#web/features/funnel/run/run-store.ts'
import type { RunTracker } from '#web/features/funnel/run/run-tracker.ts'
import { StepForm } from '#web/features/funnel/steps/step-form.tsx'

interface WizardProps {
  funnel: Funnel
  /** Number of the step, from 1. */
  step: number
  store: RunStore
  runTracker: RunTracker
}

/** Renders a step of a funnel as the funnel definition specifies. */
export function Wizard({ funnel, step, store, runTracker }: WizardProps) {
  const draft = useSyncExternalStore(store.subscribe, store.draft, store.draft)
  const { runId, started, order } = draft
  // Draft and step at the time when the page was opened. The resume notice must not change when the visitor continues.
  const [arrival] = useState({ draft, step, resume: stepToResume(funnel, draft, step) })
  const { resume } = arrival

  useEffect(() => {
    runTracker.open(funnel, store.draft, step)
    if (!started) {
      runTracker.started(store.draft().secret)
      store.keep({ started: true })
    }
    store.visit(step)
    return () => runTracker.close()
  }, [funnel, runTracker, store, step, started])

  return (
    <div className="mx-auto grid w-full max-w-6xl gap-8 px-4 pt-6 pb-16 sm:px-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-12 lg:pt-10">
      <div className="min-w-0" data-step-begins>
        {resume && arrival.step === step && arrival.draft.runId === runId && (
          <ResumeNotice funnel={funnel} draft={arrival.draft} step={resume} />
        )}
        {!order && wasLevelReplaced(runId) && <LevelReplacedNotice funnel={funnel} />}
        {order ? (
          <PlacedOrderNotice order={order} onRestart={store.restart} />
        ) : (
          // The key contains run and step, so that all controls are remounted when either of them changes.
          <StepForm
            key={`${runId} ${step}`}
            funnel={funnel}
            step={step}
            store={store}
            runTracker={runTracker}
          />
        )}
        {!order && <DraftBar funnel={funnel} store={store} draft={draft} runTracker={runTracker} />}
      </div>
      <OrderAside funnel={funnel} values={draft.answers} />
    </div>
  )
}
