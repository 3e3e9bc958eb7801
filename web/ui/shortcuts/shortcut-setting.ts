/** Returns whether this browser uses single-key shortcuts. They are on until a person switches them off. */
export function readShortcutSetting(storageKey: string): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off'
  } catch {
    return true
  }
}

/** Stores the setting. A browser that stores nothing forgets it when the page is closed. */
export function storeShortcutSetting(storageKey: string, enabled: boolean): void {
  try {
    if (enabled) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, 'off')
  } catch {
    // The page works without a stored setting.
  }
}
