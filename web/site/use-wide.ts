import { useSyncExternalStore } from 'react'

// Below it a screen is a phone (specification part 1, 2.4).
const wide = '(min-width: 768px)'

function subscribe(changed: () => void): () => void {
  const query = matchMedia(wide)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/** Whether the page is wider than a phone; a page drawn without a screen is one for phones. */
export function useWide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(wide).matches,
    () => false,
  )
}
