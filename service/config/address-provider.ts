import type { FoundAddress, Suggestion } from '#domain/site/lookup-contract.ts'

/**
 * An external service that completes German addresses. The methods never throw; they resolve to undefined while the
 * service is unavailable.
 */
export interface AddressProvider {
  /** Attribution of the data, shown beside the suggestions. */
  attribution: string
  /**
   * Returns suggestions for the typed text. `session` identifies the requests made while one address is entered; some
   * providers bill per session.
   */
  suggest(query: string, session: string | undefined): Promise<Suggestion[] | undefined>
  /** Returns the address of a suggestion that `suggest` returned without an address. */
  find(id: string, session: string | undefined): Promise<FoundAddress | undefined>
}

/** Address service as configured by `ADDRESS_URL`. */
export type AddressService = { kind: 'photon'; url: string } | { kind: 'google'; url: string; key: string }

const maxPartLength = 100

/** Normalizes a part of an address from an external service so that it fits into the form field. */
export function addressPart(text: string | null | undefined): string {
  return (text ?? '').replace(/\s+/g, ' ').trim().slice(0, maxPartLength)
}

/**
 * Parses `photon+https://…` or `google+https://places.googleapis.com/?key=…`; returns undefined for anything
 * else.
 */
export function readAddressService(text: string): AddressService | undefined {
  const [, kind, address] = /^(photon|google)\+(https?:\/\/.+)$/.exec(text) ?? []
  if (!address || !URL.canParse(address)) return undefined
  const url = new URL(address)
  if (url.username || url.hash) return undefined
  if (kind === 'photon') return { kind, url: url.href }
  const key = url.searchParams.get('key')
  url.search = ''
  return key ? { kind: 'google', url: url.href, key } : undefined
}
