import type { EnvelopeInput, WireTouch } from '#domain/events.ts'
import type { ConsentStore } from '#web/consent/consent.ts'
import { type Places, type Session, forgetVisit, keepVisit, readLasting, readSession } from './kept-visit.ts'
import { freshTouches, mergedTouches, withTouch } from './touches.ts'

type VisitContext = Omit<EnvelopeInput['context'], 'device'>

export interface AttributionOptions {
  consent: Pick<ConsentStore, 'state' | 'subscribe'>
  places: Places
  /** What the address of this page told. */
  touch: WireTouch | undefined
  now: () => number
  newId: () => string
}

export interface Attribution {
  /** What an event says of consent, session and campaigns; without consent the session is the run (DESIGN 4). */
  context: (run: { id: string; startedAt: number }) => VisitContext
  /** The session and its touches, with consent. */
  session: () => Session | undefined
  /** Forgets, here and on the device, all but what the address of this page tells by itself. */
  reset: () => void
}

/** Keeps session and touches on the device while the visitor agrees, and in memory otherwise (DESIGN 10.16). */
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
