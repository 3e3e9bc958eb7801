import { Suspense, useSyncExternalStore } from 'react'
import { loadedLater } from '#web/ui/loaded-later.ts'
import { undecided } from './consent.ts'
import { consent } from './visitor-consent.ts'

const ConsentDialog = loadedLater(async () => (await import('./consent-dialog.tsx')).ConsentDialog)

/** Renders the consent dialog while it is open. Prerendered pages do not contain it. */
export function ConsentQuestion() {
  const { choice, asking } = useSyncExternalStore(consent.subscribe, consent.state, () => undecided)
  return asking ? (
    <Suspense>
      <ConsentDialog choice={choice} />
    </Suspense>
  ) : null
}

/** Button that opens the consent dialog again, so that visitors can change their choice. */
export function ConsentButton({ className }: { className: string }) {
  return (
    <button type="button" data-asks-consent className={className} onClick={consent.ask}>
      Datenschutz-Einstellungen
    </button>
  )
}
