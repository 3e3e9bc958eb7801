import type { FoundAddress, Suggestion } from '#domain/lookup-contract.ts'

/** Somebody who completes German addresses. Undefined means that nobody can be asked now; it never throws. */
export interface AddressProvider {
  /** Whose data it is, to be said beside the suggestions. */
  attribution: string
  /** Suggestions for what was typed; `session` groups the questions of one entry, for providers that bill by it. */
  suggest(query: string, session: string | undefined): Promise<Suggestion[] | undefined>
  /** The address of a suggestion that came without one. */
  find(id: string, session: string | undefined): Promise<FoundAddress | undefined>
}

/** Where addresses are looked up, as `ADDRESS_URL` says it. */
export type AddressService = { kind: 'photon'; url: string } | { kind: 'google'; url: string; key: string }

const longest = 100

/** A part of an address as the form can hold it, whatever somebody else's service says. */
export function addressPart(text: string | null | undefined): string {
  return (text ?? '').replace(/\s+/g, ' ').trim().slice(0, longest)
}

/** `photon+https://…` or `google+https://places.googleapis.com/?key=…`; undefined when it is neither. */
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
