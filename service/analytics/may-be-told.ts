import type { StoredEvent } from '#domain/stored-event.ts'

/** Whether an analytics service may hear of an order: with the consent that it was sent with, and never of a robot. */
export function mayBeTold({ meta }: Pick<StoredEvent, 'meta'>): boolean {
  return meta.consent === 'marketing' && !meta.bot
}
