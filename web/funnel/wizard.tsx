import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Funnel } from '#domain/funnels/define-funnel.ts'
import { DraftBar } from './draft-bar.tsx'
import { LoweredNotice } from './lowered-notice.tsx'
import { wasLowered } from './offered-level.ts'
import { OrderAside } from './order-aside.tsx'
import { PlacedOrderNotice } from './placed-order-notice.tsx'
import { ResumeNotice, stepToResume } from './resume-notice.tsx'
import type { RunStore } from './run-store.ts'
import type { RunTracker } from './run-tracker.ts'
import { StepForm } from './step-form.tsx'

interface WizardProps {
  funnel: Funnel
  /** From 1. */
  step: number
  store: RunStore
  runTracker: RunTracker
}

/** A funnel on the screen. All it knows comes from the funnel itself. */
export function Wizard({ funnel, step, store, runTracker }: WizardProps) {
  const draft = useSyncExternalStore(store.subscribe, store.draft, store.draft)
  const { runId, started, order } = draft
  // As it was when the visitor came; what he does here is not news to him.
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
        {!order && wasLowered(runId) && <LoweredNotice funnel={funnel} />}
        {order ? (
          <PlacedOrderNotice order={order} onRestart={store.restart} />
        ) : (
          // A new run or step starts with fresh controls.
          <StepForm
            key={`${runId} ${step}`}
            funnel={funnel}
            step={step}
            store={store}
            runTracker={runTracker}
          />
        )}
        {!order && <DraftBar funnel={funnel} store={store} draft={draft} />}
      </div>
      <OrderAside funnel={funnel} answers={draft.answers} />
    </div>
  )
}
