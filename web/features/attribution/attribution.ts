import type { EnvelopeInput, WireTouch } from '#domain/events/wire-events.ts'
import type { ConsentStore } from '#web/features/consent/consent.ts'
import {
  type VisitStorage,
  type Session,
  deleteVisit,
  writeVisit,
  readLastingTouches,
  readSession,
} from './kept-visit.ts'
import { freshTouches, mergedTouches, withTouch } from './touches.ts'

type VisitContext = Omit<EnvelopeInput['context'], 'device'>

export interface AttributionOptions {
  consent: Pick<ConsentStore, 'state' | 'subscribe' | 'platforms'>
  storage: VisitStorage
  /** Touch in the URL with which the page was loaded. Undefined if that URL contains no campaign. */
  touch: WireTouch | undefined
  now: () => number
  newId: () => string
}

export interface Attribution {
  /**
   * Returns consent, session and touches for an event of a run. Without consent, the session id is the id of the run.
   */
  context: (run: { id: string; startedAt: number }) => VisitContext
  /** Returns the session with its touches, or undefined without consent. */
  session: () => Session | undefined
  /**
   * Removes the session and all touches from memory and device, except the touch in the URL with which the page was
   * loaded.
   */
  reset: () => void
}

/** Creates the attribution of a visit. Session and touches are stored on the device only with consent. */
export function createAttribution({ consent, storage, touch, now, newId }: AttributionOptions): Attribution {
  let session: Session | undefined

  function reset() {
    session = undefined
    deleteVisit(storage)
  }

  function followConsent() {
    if (consent.state().choice !== 'marketing') return reset()
    const kept = session ?? readSession(storage)
    const known = mergedTouches(freshTouches(readLastingTouches(storage), now()), kept?.touches ?? [])
    session = {
      id: kept?.id ?? newId(),
      startedAt: kept?.startedAt ?? new Date(now()).toISOString(),
      touches: withTouch(known, touch),
    }
    writeVisit(storage, session)
  }

  followConsent()
  consent.subscribe(followConsent)
  return {
    context(run) {
      const touches = session?.touches ?? (touch ? [touch] : [])
      const first = touches[0]
      const last = touches.at(-1)
      const named = consent.platforms()
      return {
        sessionId: session?.id ?? run.id,
        sessionStartedAt: session?.startedAt ?? new Date(run.startedAt).toISOString(),
        consent: session ? 'marketing' : 'none',
        ...(session && named.length > 0 && { consentPlatforms: [...named] }),
        ...(first && last && { attribution: { first, last, touches } }),
      }
    },
    session: () => session,
    reset,
  }
}
