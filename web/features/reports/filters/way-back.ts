import { useLocation } from 'react-router-dom'

/** URL parameter with the address of the page from which a list or a run was opened. */
export const wayBackName = 'von'

/** Returns the address of the current page, with its filters, for the parameter of a page that leads back to it. */
export function useWayBack(): string {
  const { pathname, search } = useLocation()
  return pathname + search
}

/** Returns the address to which a page leads back. Ignores addresses outside the reports. */
export function readWayBack(search: URLSearchParams): string | undefined {
  const address = search.get(wayBackName) ?? ''
  return /^\/(?![/\\])/.test(address) ? address : undefined
}
