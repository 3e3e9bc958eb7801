import type { EnvelopeInput, WireTouch } from '#domain/events/wire-events.ts'
import type { ConsentStore } from '#web/features/consent/consent.ts'
import { type Places, type Session, forgetVisit, keepVisit, readLasting, readSession } from './kept-visit.ts'
import { freshTouches, mergedTouches, withTouch } from './touches.ts'

type VisitContext = Omit<EnvelopeInput['context'], 'device'>

export interface AttributionOptions {
  consent: Pick<ConsentStore, 'state' | 'subscribe'>
  places: Places
  /** Touch in the URL of this page. */
  touch: WireTouch | undefined
  now: () => number
  newId: () => string
}

export interface Attribution {
  /** Returns consent, session and touches for an event. Without consent, the run id is used as session id. */
  context: (run: { id: string; startedAt: number }) => VisitContext
  /** Returns the session with its touches, or undefined without consent. */
  session: () => Session | undefined
  /** Removes everything from memory and device except the touch in the URL of this page. */
  reset: () => void
}

/** Creates the attribution of a visit. Session and touches are stored on the device only with consent. */
export function createAttribution({ consent, places, touch, now, newId }: AttributionOptions): Attribution {
  let session: Session | undefined

  function reset() {
    session = undefined
    forgetVisit(places)
  }

  function follow() {
    if (consent.state().choice !== 'marketing') return reset()
    const kept = session ?? readSession(places)
    const known = mergedTouches(freshTouches(readLasting(places), now()), kept?.touches ?? [])
    session = {
      id: kept?.id ?? newId(),
      startedAt: kept?.startedAt ?? new Date(now()).toISOString(),
      touches: withTouch(known, touch),
    }
    keepVisit(places, session)
  }

  follow()
  consent.subscribe(follow)
  return {
    context(run) {
      const touches = session?.touches ?? (touch ? [touch] : [])
      const first = touches[0]
      const last = touches.at(-1)
      return {
        sessionId: session?.id ?? run.id,
        sessionStartedAt: session?.startedAt ?? new Date(run.startedAt).toISOString(),
        consent: session ? 'marketing' : 'none',
        ...(first && last && { attribution: { first, last, touches } }),
      }
    },
    session: () => session,
    reset,
  }
}
