import { createContext, useContext } from 'react'
import { isSharedPage } from '#domain/users/shared-link-contract.ts'

/** Shared link by which a browser reads the reports. */
export interface OpenedLink {
  name: string
  /** ISO 8601 */
  expiresAt: string
}

/** The link by which this browser reads the reports; undefined for people who are logged in. */
export const SharedLinkContext = createContext<OpenedLink | undefined>(undefined)

/** Returns whether the page is read by a shared link. Controls that change something are then left out. */
export function useIsShared(): boolean {
  return useContext(SharedLinkContext) !== undefined
}

/** Returns a function that says whether this browser may open an address below `/berichte`, with or without a query. */
export function useCanOpen(): (address: string) => boolean {
  const isShared = useIsShared()
  return (address) => !isShared || isSharedPage(/^[^?#]*/.exec(address)![0])
}
