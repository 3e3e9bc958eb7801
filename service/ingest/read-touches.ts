import { type ClickId, type EventContext, clickIds } from '#domain/events/wire-events.ts'
import { fitTouches } from '#domain/log/fit-touches.ts'
import type { Touch } from '#domain/events/stored-event.ts'

type Attribution = NonNullable<EventContext['attribution']>
type WireTouch = NonNullable<Attribution['first']>

/**
 * Merges a visitor's touches (visits through a campaign) into one list without duplicates, oldest first. `fitTouches`
 * shortens the list to the size limit of an event. The list is stored unencrypted in the log, so it contains the kinds
 * of click ids but not their values. `clickIds` has the newest value of each kind and is stored encrypted. Without
 * consent to marketing, `clickIds` is empty, because its values must not be used.
 */
export function readTouches({ attribution, consent }: Pick<EventContext, 'attribution' | 'consent'>): {
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
    // A visit without campaign parameters is not a touch.
    if (Object.keys(touch).length === 1) continue
    touches.set(JSON.stringify(touch), touch)
    for (const name of touch.clickIds ?? []) values[name] = one[name]!
  }
  return { touches: fitTouches([...touches.values()]), clickIds: consent === 'marketing' ? values : {} }
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
