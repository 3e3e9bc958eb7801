import type { AddressAnswer, FoundAddress, Suggestion, SuggestionsAnswer } from '#domain/lookup-contract.ts'

const timeout = 6000

let offered: Promise<boolean> | undefined

/** Whether the service suggests addresses. A page that was told so once does not ask again. */
export function addressesOffered(): Promise<boolean> {
  offered ??= read<SuggestionsAnswer>('/api/addresses').then(
    ({ enabled }) => enabled,
    () => {
      offered = undefined
      return false
    },
  )
  return offered
}

/** Suggestions for what was typed. Throws when nobody can be asked, also when it is the provider who cannot. */
export async function suggestAddresses(
  query: string,
  session: string,
  signal: AbortSignal,
): Promise<SuggestionsAnswer> {
  const answer = await read<SuggestionsAnswer>(
    `/api/addresses?${new URLSearchParams({ q: query, session })}`,
    signal,
  )
  if (answer.outage) throw new Error('no address provider')
  return answer
}

/** The address of a suggestion; null when it cannot be had. */
export async function addressOf(suggestion: Suggestion, session: string): Promise<FoundAddress | null> {
  if (suggestion.address) return suggestion.address
  const path = `/api/addresses/${encodeURIComponent(suggestion.id)}?${new URLSearchParams({ session })}`
  return read<AddressAnswer>(path).then(
    ({ address }) => address,
    () => null,
  )
}

async function read<Answer>(path: string, signal?: AbortSignal): Promise<Answer> {
  const limit = AbortSignal.timeout(timeout)
  const response = await fetch(path, { signal: signal ? AbortSignal.any([signal, limit]) : limit })
  if (!response.ok) throw new Error(`status ${response.status}`)
  return (await response.json()) as Answer
}
