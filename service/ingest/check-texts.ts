import type { OfferedTexts, TextHashes } from '#service/texts/offered-texts.ts'
import type { AcceptedEvent, CheckedEvent, EventIssue } from './check-event.ts'

/** Message for visitors whose page shows a previous version of a text. */
export const textChanged =
  'Dieser Text wurde inzwischen geändert. Bitte lesen Sie die neue Fassung und stimmen Sie ihr erneut zu.'

/** Returns whether an event is an order, whose accepted texts must be checked. */
export function acceptsTexts(checked: CheckedEvent): boolean {
  return checked.ok && checked.event.type === 'complete'
}

/**
 * Rejects orders that accept another version of a text than the current one. Adds to the others the hashes of the
 * versions that they accept. A text that an order does not name is accepted in its current version.
 */
export function checkTexts(texts: OfferedTexts, checked: readonly CheckedEvent[]): Promise<CheckedEvent[]> {
  return Promise.all(checked.map((one) => (one.ok ? checkOrder(texts, one) : Promise.resolve(one))))
}

async function checkOrder(texts: OfferedTexts, order: AcceptedEvent): Promise<CheckedEvent> {
  const { event, funnel, answers } = order
  if (event.type !== 'complete') return order
  const current = await texts.offer(funnel, answers)
  const issues = issuesOf(event.data.texts ?? {}, current)
  if (issues.length === 0) return { ...order, texts: current }
  return { ok: false, issues, type: event.type, funnel: funnel.type, event }
}

function issuesOf(accepted: TextHashes, current: TextHashes): EventIssue[] {
  return Object.entries(accepted).flatMap(([name, accepts]) => {
    const sha256 = Object.hasOwn(current, name) ? current[name] : undefined
    if (accepts === sha256) return []
    const issue = { path: `data.texts.${name}`, code: 'text-changed', message: textChanged }
    return sha256 === undefined ? issue : { ...issue, sha256 }
  })
}
