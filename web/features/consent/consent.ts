/** Choice of the visitor: only necessary storage, or marketing too. */
export type Consent = 'none' | 'marketing'

/** `choice` is undefined until the visitor has chosen. */
export interface ConsentState {
  choice: Consent | undefined
  dialogOpen: boolean
}

export interface ConsentStore {
  state: () => ConsentState
  subscribe: (listener: () => void) => () => void
  choose: (choice: Consent) => void
  /** Reads the choice from storage, because another tab may have changed it. */
  reread: () => void
  /** Opens the dialog at any time, for example from the footer. */
  openDialog: () => void
  /**
   * Closes the dialog without a choice. This does not count as consent, so the next page load shows the dialog again.
   */
  dismiss: () => void
}

/** State at build time, when pages are rendered without a visitor. */
export const undecided: ConsentState = { choice: undefined, dialogOpen: false }

/** The part of Web Storage that the site uses; tests replace it. */
export type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export const consentKey = 'formlotse-consent'

/**
 * Version of the dialog's text. Increase it when the text changes: visitors who consented to an earlier version are
 * then asked again, while a refusal remains valid. Version 2 says which events the tracker stores on the device with
 * consent and without.
 */
const version = 2

export function createConsent(storage: () => KeyValueStorage, now: () => number): ConsentStore {
  const kept = read(storage)
  let state: ConsentState = { choice: kept, dialogOpen: kept === undefined }
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
        storage().setItem(consentKey, JSON.stringify({ version, choice, at: new Date(now()).toISOString() }))
      } catch {
        // Storage is blocked, so the next page load shows the dialog again.
      }
      change({ choice, dialogOpen: false })
    },
    reread() {
      const choice = read(storage)
      if (choice !== state.choice) change({ choice, dialogOpen: state.dialogOpen && choice === undefined })
    },
    openDialog: () => change({ ...state, dialogOpen: true }),
    dismiss: () => change({ ...state, dialogOpen: false }),
  }
}

/** Returns the stored choice. Returns undefined if there is none or if the consent is to an earlier version. */
function read(storage: () => KeyValueStorage): Consent | undefined {
  try {
    const { version: known, choice } = JSON.parse(storage().getItem(consentKey) ?? '{}') as Record<
      string,
      unknown
    >
    if (choice === 'none' && typeof known === 'number') return choice
    return choice === 'marketing' && known === version ? choice : undefined
  } catch {
    return undefined
  }
}
