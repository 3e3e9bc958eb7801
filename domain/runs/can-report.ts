import type { StoredEvent } from '#domain/events/stored-event.ts'

/**
 * Returns whether an order may be reported to an analytics service: only with consent given at the time, and not for
 * robots.
 */
export function canReport({ meta }: Pick<StoredEvent, 'meta'>): boolean {
  return meta.consent === 'marketing' && !meta.bot
}
