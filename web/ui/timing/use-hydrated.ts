import { useEffect, useState } from 'react'

let isHydrated = false

/**
 * Returns false at build time and until React has hydrated the page, so until the page reacts to its visitor. The change
 * is rendered in a separate task. With `useSyncExternalStore`, React would render it during the hydration, which would
 * make that task longer.
 */
export function useHydrated(): boolean {
  const [hydrated, setHydrated] = useState(isHydrated)
  useEffect(() => {
    isHydrated = true
    // oxlint-disable-next-line react/set-state-in-effect
    setHydrated(true)
  }, [])
  return hydrated
}
