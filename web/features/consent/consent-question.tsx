import { Suspense, useSyncExternalStore } from 'react'
import { loadedLater } from '#web/ui/timing/loaded-later.ts'
import { whenIdle } from '#web/ui/timing/when-idle.ts'
import { undecided } from './consent.ts'
import { consent } from './visitor-consent.ts'

const ConsentDialog = loadedLater(async () => (await import('./consent-dialog.tsx')).ConsentDialog)

/** Whether the first page of the visit has become idle, or the visitor has asked for the dialog. */
let isDue = false

const state = () => (isDue ? consent.state() : undecided)

function subscribe(changed: () => void): () => void {
  const due = () => {
    isDue = true
    changed()
  }
  const cancel = isDue ? undefined : whenIdle(due)
  const unsubscribe = consent.subscribe(due)
  return () => {
    cancel?.()
    unsubscribe()
  }
}

/**
 * Renders the consent dialog while it is open. Prerendered pages do not contain it. It waits until the page is idle: with
 * the rest of the page, it would be a task during which a slow phone does not react.
 */
export function ConsentQuestion() {
  const { choice, dialogOpen } = useSyncExternalStore(subscribe, state, () => undecided)
  return dialogOpen ? (
    <Suspense>
      <ConsentDialog choice={choice} />
    </Suspense>
  ) : null
}

/** Button that opens the consent dialog again, so that visitors can change their choice. */
export function ConsentButton({ className }: { className: string }) {
  return (
    <button type="button" data-opens-consent className={className} onClick={consent.openDialog}>
      Datenschutz-Einstellungen
    </button>
  )
}
