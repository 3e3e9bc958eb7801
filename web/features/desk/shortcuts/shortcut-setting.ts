const storageKey = 'desk-shortcuts'

/** Returns whether this browser uses single-key shortcuts. They are on until an operator switches them off. */
export function readShortcutSetting(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off'
  } catch {
    return true
  }
}

/** Stores the setting. A browser that stores nothing forgets it when the page is closed. */
export function storeShortcutSetting(enabled: boolean): void {
  try {
    if (enabled) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, 'off')
  } catch {
    // The page works without a stored setting.
  }
}
