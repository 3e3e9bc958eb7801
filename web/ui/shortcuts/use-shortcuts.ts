import { createContext, useContext, useEffect, useEffectEvent } from 'react'

/** Shortcuts as the help dialog lists them, under a heading. `key` is a value of `KeyboardEvent.key`. */
export interface ShortcutGroup {
  title: string
  shortcuts: readonly { key: string; what: string }[]
}

export interface ShortcutSettings {
  enabled: boolean
  setEnabled: (enabled: boolean) => void
  showHelp: () => void
}

export const ShortcutContext = createContext<ShortcutSettings>({
  enabled: false,
  setEnabled: () => {},
  showHelp: () => {},
})

/** Keys that act again while they are held down. They move through a list. */
const repeatingKeys: ReadonlySet<string> = new Set(['j', 'k'])

/** Runs actions by single keys while the component is shown, unless the reader has switched the shortcuts off. */
export function useShortcuts(actions: Readonly<Record<string, () => void>>): void {
  const { enabled } = useContext(ShortcutContext)
  const act = useEffectEvent((event: KeyboardEvent) => {
    const key = keyOf(event)
    const action = key !== undefined && Object.hasOwn(actions, key) ? actions[key] : undefined
    if (!action || isTyping(event)) return
    // Otherwise the field that the action focuses would receive the key.
    event.preventDefault()
    action()
  })
  useEffect(() => {
    if (!enabled) return
    const listen = (event: KeyboardEvent) => act(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [enabled])
}

function keyOf({ key, shiftKey, ctrlKey, altKey, metaKey, repeat }: KeyboardEvent): string | undefined {
  // AltGr, by which some layouts type `/`, counts as Ctrl and Alt together.
  if (metaKey || ctrlKey !== altKey || (repeat && !repeatingKeys.has(key))) return undefined
  return shiftKey ? key : key.toLowerCase()
}

/** Returns whether the key belongs to a field, to an input method or to an open dialog. */
function isTyping({ target, isComposing, defaultPrevented }: KeyboardEvent): boolean {
  if (isComposing || defaultPrevented || document.querySelector('dialog[open]')) return true
  const field = 'input:not([type=checkbox]), textarea, select, [contenteditable]'
  return target instanceof Element && target.closest(field) !== null
}
