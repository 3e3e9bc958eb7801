/** Choice of the visitor: only necessary storage, or marketing too. */
export type Consent = 'none' | 'marketing'

/** `choice` is undefined until the visitor has chosen; `asking` is true while the dialog is open. */
export interface ConsentState {
  choice: Consent | undefined
  asking: boolean
}

export interface ConsentStore {
  state: () => ConsentState
  subscribe: (listener: () => void) => () => void
  choose: (choice: Consent) => void
  /** Reads the choice again, because another tab may have changed it. */
  reread: () => void
  /** Opens the dialog again, for example from the footer. */
  ask: () => void
  /** Closes the dialog without a choice. This is not consent; the next page load shows the dialog again. */
  dismiss: () => void
}

/** State used for prerendering. */
export const undecided: ConsentState = { choice: undefined, asking: false }

export type Place = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export const consentKey = 'formlotse-consent'

/**
 * Increase this when the text of the dialog changes: visitors who consented to an earlier version are asked again; a
 * refusal remains valid. Version 2: the tracker's outbox is stored on the device with consent only.
 */
const version = 2

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
        // Storage is blocked: the next page load shows the dialog again.
      }
      change({ choice, asking: false })
    },
    reread() {
      const choice = read(place)
      if (choice !== state.choice) change({ choice, asking: state.asking && choice === undefined })
    },
    ask: () => change({ ...state, asking: true }),
    dismiss: () => change({ ...state, asking: false }),
  }
}

/** Returns the stored choice: a refusal, or consent to the current version; otherwise undefined. */
function read(place: () => Place): Consent | undefined {
  try {
    const { version: known, choice } = JSON.parse(place().getItem(consentKey) ?? '{}') as Record<
      string,
      unknown
    >
    if (choice === 'none' && typeof known === 'number') return choice
    return choice === 'marketing' && known === version ? choice : undefined
  } catch {
    return undefined
  }
}
