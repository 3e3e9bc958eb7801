import type { AdPlatform } from '#domain/events/wire-events.ts'

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
  /** Returns the ad platforms that the dialog names as recipients, and to which a consent therefore applies. */
  platforms: () => readonly AdPlatform[]
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

/**
 * Creates the consent of the visitor. `platforms` returns the ad platforms that the dialog names as recipients. A stored
 * consent counts only if the dialog named all of them then.
 */
export function createConsent(
  storage: () => KeyValueStorage,
  now: () => number,
  platforms: () => readonly AdPlatform[] = () => [],
): ConsentStore {
  const read = () => readChoice(storage, platforms())
  const kept = read()
  let state: ConsentState = { choice: kept, dialogOpen: kept === undefined }
  const listeners = new Set<() => void>()

  function change(next: ConsentState) {
    state = next
    for (const listener of listeners) listener()
  }

  return {
    state: () => state,
    platforms,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    choose(choice) {
      try {
        const named = platforms()
        const choiceNow = { version, choice, ...(named.length > 0 && { platforms: named }) }
        storage().setItem(consentKey, JSON.stringify({ ...choiceNow, at: new Date(now()).toISOString() }))
      } catch {
        // Storage is blocked, so the next page load shows the dialog again.
      }
      change({ choice, dialogOpen: false })
    },
    reread() {
      const choice = read()
      if (choice !== state.choice) change({ choice, dialogOpen: state.dialogOpen && choice === undefined })
    },
    openDialog: () => change({ ...state, dialogOpen: true }),
    dismiss: () => change({ ...state, dialogOpen: false }),
  }
}

/**
 * Returns the stored choice. Returns undefined if there is none or if the consent is to an earlier version, or to one that
 * named fewer ad platforms.
 */
function readChoice(storage: () => KeyValueStorage, named: readonly string[]): Consent | undefined {
  try {
    const kept = JSON.parse(storage().getItem(consentKey) ?? '{}') as Record<string, unknown>
    const { version: known, choice, platforms } = kept
    if (choice === 'none' && typeof known === 'number') return choice
    const covered = Array.isArray(platforms) ? platforms : []
    const isCovered = known === version && named.every((platform) => covered.includes(platform))
    return choice === 'marketing' && isCovered ? choice : undefined
  } catch {
    return undefined
  }
}
