import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { whenIdle } from './when-idle.ts'

/**
 * Renders content that is invisible at first, such as a closed dialog, when the browser is idle. Prerendered pages do not
 * contain it, so that it does not prolong their hydration.
 */
export function RenderedWhenIdle({ children }: { children: ReactNode }) {
  const [isDue, setDue] = useState(false)
  useEffect(() => whenIdle(() => setDue(true)), [])
  return isDue ? <Suspense>{children}</Suspense> : null
}
