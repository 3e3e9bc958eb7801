import { Suspense, useSyncExternalStore } from 'react'
import { loadedLater } from '#web/site/loaded-later.ts'
import { nobodyAsked } from './consent.ts'
import { consent } from './visitor-consent.ts'

const ConsentDialog = loadedLater(async () => (await import('./consent-dialog.tsx')).ConsentDialog)

/** The question, while it is to be asked. A page that is drawn ahead has none. */
export function ConsentQuestion() {
  const { choice, asking } = useSyncExternalStore(consent.subscribe, consent.state, () => nobodyAsked)
  return asking ? (
    <Suspense>
      <ConsentDialog choice={choice} />
    </Suspense>
  ) : null
}

/** Puts the question again, for a change of mind. */
export function ConsentButton({ className }: { className: string }) {
  return (
    <button type="button" data-asks-consent className={className} onClick={consent.ask}>
      Datenschutz-Einstellungen
    </button>
  )
}
