import type { EventResult } from '#domain/events/wire-events.ts'
import { envelope, iso, wireEvent } from '#tests/build-events.ts'

export interface PostResponse {
  status: number
  retryAfter: string | null
  contentType: string | null
  results: EventResult[]
  /** Time until the response, in ms. */
  ms: number
}

/** Returns an event that occurs now. */
export const eventNow: typeof wireEvent = (type, over) =>
  wireEvent(type, { occurredAt: iso(Date.now()), ...over })

export async function postEvents(url: string, events: unknown[]): Promise<PostResponse> {
  const body = JSON.stringify(envelope(events, { sentAt: iso(Date.now()) }))
  const startedAt = performance.now()
  const response = await fetch(`${url}/api/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  const { results = [] } = (await response.json()) as { results?: EventResult[] }
  const { status, headers } = response
  return {
    status,
    retryAfter: headers.get('retry-after'),
    contentType: headers.get('content-type'),
    results,
    ms: performance.now() - startedAt,
  }
}

/** Posts events and returns their positions. Throws unless every event is stored. */
export async function postStored(url: string, events: unknown[]): Promise<number[]> {
  const { status, results } = await postEvents(url, events)
  return results.map((result) => {
    if (status === 200 && result.status === 'stored') return result.position
    throw new Error(`not stored, status ${status}: ${JSON.stringify(results)}`)
  })
}
