import { useSyncExternalStore } from 'react'

// Media query of screens that are wider than a phone.
const wide = '(min-width: 768px)'

function subscribe(changed: () => void): () => void {
  const query = matchMedia(wide)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/** Returns whether the screen is wider than a phone. Returns false when the page is rendered at build time. */
export function useWide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(wide).matches,
    () => false,
  )
}
