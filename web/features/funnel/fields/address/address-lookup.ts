import type {
  AddressResponse,
  FoundAddress,
  Suggestion,
  SuggestionsResponse,
} from '#domain/site/lookup-contract.ts'

const timeout = 6000

let offered: Promise<boolean> | undefined

/** Returns whether the service suggests addresses. The result is cached until the page is unloaded. */
export function addressesOffered(): Promise<boolean> {
  offered ??= read<SuggestionsResponse>('/api/addresses').then(
    ({ enabled }) => enabled,
    () => {
      offered = undefined
      return false
    },
  )
  return offered
}

/** Returns suggestions for the typed text. Throws if the service or its address provider is unavailable. */
export async function suggestAddresses(
  query: string,
  session: string,
  signal: AbortSignal,
): Promise<SuggestionsResponse> {
  const found = await read<SuggestionsResponse>(
    `/api/addresses?${new URLSearchParams({ q: query, session })}`,
    signal,
  )
  if (found.outage) throw new Error('no address provider')
  return found
}

/** Returns the address of a suggestion, or null if the address cannot be loaded. */
export async function addressOf(suggestion: Suggestion, session: string): Promise<FoundAddress | null> {
  if (suggestion.address) return suggestion.address
  const path = `/api/addresses/${encodeURIComponent(suggestion.id)}?${new URLSearchParams({ session })}`
  return read<AddressResponse>(path).then(
    ({ address }) => address,
    () => null,
  )
}

async function read<Body>(path: string, signal?: AbortSignal): Promise<Body> {
  const limit = AbortSignal.timeout(timeout)
  const response = await fetch(path, { signal: signal ? AbortSignal.any([signal, limit]) : limit })
  if (!response.ok) throw new Error(`status ${response.status}`)
  return (await response.json()) as Body
}
