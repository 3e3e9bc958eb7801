import { type ClickId, type EventContext, clickIds } from '#domain/events.ts'
import type { Touch } from '#domain/stored-event.ts'

type Attribution = NonNullable<EventContext['attribution']>
type WireTouch = NonNullable<Attribution['first']>

/** First and last touch beside the ten that the browser keeps. */
const maxTouches = 12

/**
 * Merges first touch, touches and last touch into one list without repeats, oldest first.
 * The log keeps that a click id was there and of which kind; the values are for the vault, the newest of each kind.
 */
export function readTouches(attribution: Attribution | undefined): {
  touches: Touch[]
  clickIds: Partial<Record<ClickId, string>>
} {
  const { first, touches: kept = [], last } = attribution ?? {}
  const wire = [first, ...kept, last]
    .filter((touch) => touch !== null && touch !== undefined)
    .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
  const values: Partial<Record<ClickId, string>> = {}
  const touches = new Map<string, Touch>()
  for (const one of wire) {
    const touch = readTouch(one)
    // A visit without any campaign parameter touched no campaign.
    if (Object.keys(touch).length === 1) continue
    touches.set(JSON.stringify(touch), touch)
    for (const name of touch.clickIds ?? []) values[name] = one[name]!
  }
  return { touches: [...touches.values()].slice(0, maxTouches), clickIds: values }
}

function readTouch(touch: WireTouch): Touch {
  const kinds = clickIds.filter((name) => touch[name])
  return {
    at: Date.parse(touch.at),
    ...(touch.utm_source && { source: touch.utm_source }),
    ...(touch.utm_medium && { medium: touch.utm_medium }),
    ...(touch.utm_campaign && { campaign: touch.utm_campaign }),
    ...(touch.utm_content && { content: touch.utm_content }),
    ...(touch.utm_term && { term: touch.utm_term }),
    ...(kinds.length > 0 && { clickIds: kinds }),
  }
}
