import { type ReactNode, startTransition } from 'react'
import { hydrateRoot } from './react-dom.ts'

/**
 * Hydrates a page in tasks of about 5 ms instead of a single long one, so that it takes input meanwhile. React does so
 * only in a transition.
 */
export function hydrateInSlices(container: HTMLElement, page: ReactNode): void {
  startTransition(() => {
    hydrateRoot(container, page)
  })
}
