import type { StoredEvent } from '#domain/events/stored-event.ts'

/**
 * Returns whether an order may be reported to an analytics service. The visitor must have consented when the order was
 * sent, and must not be a robot.
 */
export function canReport({ meta }: Pick<StoredEvent, 'meta'>): boolean {
  return meta.consent === 'marketing' && !meta.bot
}
