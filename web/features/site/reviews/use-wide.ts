import { useSyncExternalStore } from 'react'

// Screens narrower than this count as phones.
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
