import { Suspense, useSyncExternalStore } from 'react'
import { loadedLater } from '#web/ui/loaded-later.ts'
import { undecided } from './consent.ts'
import { consent } from './visitor-consent.ts'

const ConsentDialog = loadedLater(async () => (await import('./consent-dialog.tsx')).ConsentDialog)

/** Renders the consent dialog while it is open. Prerendered pages do not contain it. */
export function ConsentQuestion() {
  const { choice, dialogOpen } = useSyncExternalStore(consent.subscribe, consent.state, () => undecided)
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
