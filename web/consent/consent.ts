/** What a visitor agreed to: the necessary alone, or marketing as well. */
export type Consent = 'none' | 'marketing'

/** `choice` is undefined until the visitor has chosen; `asking` says whether the question is on the page. */
export interface ConsentState {
  choice: Consent | undefined
  asking: boolean
}

export interface ConsentStore {
  state: () => ConsentState
  subscribe: (listener: () => void) => () => void
  choose: (choice: Consent) => void
  /** Puts the question again, as from the footer. */
  ask: () => void
  /** Takes the question away without an answer: nothing is agreed to, and the next page load asks again. */
  dismiss: () => void
}

/** While a page is drawn ahead nobody is there to ask. */
export const nobodyAsked: ConsentState = { choice: undefined, asking: false }

export type Place = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export const consentKey = 'formlotse-consent'

/** Raise it when what is asked for changes: whoever agreed to something else is asked again. */
const version = 1

export function createConsent(place: () => Place, now: () => number): ConsentStore {
  const kept = read(place)
  let state: ConsentState = { choice: kept, asking: kept === undefined }
  const listeners = new Set<() => void>()

  function change(next: ConsentState) {
    state = next
    for (const listener of listeners) listener()
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    choose(choice) {
      try {
        place().setItem(consentKey, JSON.stringify({ version, choice, at: new Date(now()).toISOString() }))
      } catch {
        // A browser that keeps nothing is asked again at the next page load.
      }
      change({ choice, asking: false })
    },
    ask: () => change({ ...state, asking: true }),
    dismiss: () => change({ ...state, asking: false }),
  }
}

/** Anything but a choice of this version counts as none. */
function read(place: () => Place): Consent | undefined {
  try {
    const { version: known, choice } = JSON.parse(place().getItem(consentKey) ?? '{}') as Record<
      string,
      unknown
    >
    return known === version && (choice === 'none' || choice === 'marketing') ? choice : undefined
  } catch {
    return undefined
  }
}
