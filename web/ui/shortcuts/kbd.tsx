import { useContext } from 'react'
import { ShortcutContext } from './use-shortcuts.ts'

const cap =
  'inline-flex min-w-6 items-center justify-center rounded border border-line bg-paper px-1.5 font-sans text-xs leading-5 font-medium text-muted'

export function Kbd({ children }: { children: string }) {
  return <kbd className={cap}>{children}</kbd>
}

/**
 * Shows a shortcut beside its button or link. Assistive technology learns it from `aria-keyshortcuts`, devices without
 * a keyboard do not need it.
 */
export function KeyHint({ of }: { of: string }) {
  const { enabled } = useContext(ShortcutContext)
  if (!enabled) return null
  return (
    <kbd aria-hidden="true" className={`${cap} max-sm:hidden pointer-coarse:hidden`}>
      {of}
    </kbd>
  )
}
