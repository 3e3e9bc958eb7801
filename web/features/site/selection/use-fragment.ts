import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'

/** Returns the fragment of the URL, without `#`. It is empty during hydration, because the build does not know it. */
export function useFragment(): string {
  const { hash } = useLocation()
  const [fragment, setFragment] = useState('')
  // The fragment is set after hydration on purpose.
  // oxlint-disable-next-line react/set-state-in-effect
  useEffect(() => setFragment(hash.slice(1)), [hash])
  return fragment
}
