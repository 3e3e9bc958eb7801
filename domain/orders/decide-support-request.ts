import type { StoredEvent } from '#domain/events/stored-event.ts'

/**
 * Maximum number of support requests that are recorded for an order. Anyone who knows its number can name it in any
 * number of messages, and an order is always read as a whole.
 */
export const maxSupportRequests = 20

/**
 * Decides whether a message to support that names an order is recorded. `events` are those of the order, `request` is the
 * id that only the outbox row of the order number has.
 */
export function decideSupportRequest(
  events: readonly StoredEvent[],
  request: string,
): 'append' | 'recorded' | 'too-many' {
  const known = events.filter((event) => event.type === 'support_requested')
  if (known.some(({ data }) => data.request === request)) return 'recorded'
  return known.length < maxSupportRequests ? 'append' : 'too-many'
}
