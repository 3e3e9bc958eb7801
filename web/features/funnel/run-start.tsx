import { useEffect } from 'react'
import type { Funnel } from '#domain/forms/define-funnel.ts'
import type { RunStore } from '#web/features/funnel/run/run-store.ts'
import { inTasks } from '#web/ui/timing/in-tasks.ts'
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
    const open = () => runTracker.open(funnel, store.draft, step)
    const visit = () => {
      if (!isElsewhere) store.visit(step)
    }
    // Reports and marks the start in one task. If another step could be opened in between, the start would be reported twice.
    const start = () => {
      runTracker.started(store.draft().secret)
      visit()
    }
    // Together with opening the run, this would be the longest task of the page after the hydration.
    const cancel = started ? undefined : inTasks(open, start)
    if (started) {
      open()
      visit()
    }
    return () => {
      cancel?.()
      runTracker.close()
    }
  }, [funnel, runTracker, store, step, started, isElsewhere])
  return null
}
