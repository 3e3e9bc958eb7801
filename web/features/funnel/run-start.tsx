import { useEffect } from 'react'
import type { Funnel } from '#domain/forms/define-funnel.ts'
import type { RunStore } from '#web/features/funnel/run/run-store.ts'
import type { RunTracker } from '#web/features/funnel/run/run-tracker.ts'

interface RunStartProps {
  funnel: Funnel
  step: number
  store: RunStore
  runTracker: RunTracker
  /** Whether the run was started before. */
  started: boolean
  /** Whether the draft continues on another device. It is not changed here. */
  isElsewhere: boolean
}

/** Starts the run, or continues it at this step. */
export function RunStart({ funnel, step, store, runTracker, started, isElsewhere }: RunStartProps) {
  useEffect(() => {
    const open = () => {
      runTracker.open(funnel, store.draft, step)
      if (!started) runTracker.started(store.draft().secret)
      if (!isElsewhere) store.visit(step)
    }
    // A run starts in a separate task: together with the hydration, it would be the longest task of the page.
    const timer = started ? undefined : setTimeout(open)
    if (started) open()
    return () => {
      clearTimeout(timer)
      runTracker.close()
    }
  }, [funnel, runTracker, store, step, started, isElsewhere])
  return null
}
