import { randomUUID } from 'node:crypto'
import type { StoredEvent, StoredEventType, Touch } from '#domain/stored-event.ts'
import { type World, between, happens, pick } from '../chance.ts'

/** With three devices about thirty segments, as many as a shop of this size has. */
export const campaigns = Array.from({ length: 10 }, (_, index) => ({
  source: ['google', 'facebook', 'bing', 'newsletter'][index % 4]!,
  medium: ['cpc', 'paid-social', 'cpc', 'email'][index % 4]!,
  campaign: `kampagne-${index + 1}`,
  content: `anzeige-${(index % 3) + 1}`,
}))
export const devices = ['mobile', 'desktop', 'tablet'] as const

const faults = [
  ['vorname', 'required'],
  ['nachname', 'required'],
  ['geburtsdatum', 'format'],
  ['adresse.plz', 'format'],
  ['adresse.hausnummer', 'incomplete'],
  ['email', 'format'],
  ['iban', 'checksum'],
  ['widerrufsrecht', 'required'],
] as const

/**
 * The events of one run that began at an instant, as the log would hold them, without positions. It ends with an order
 * or with a lapse, and three in four runs get no further from one step to the next.
 */
export function inventRun(world: World, startedAt: number): Omit<StoredEvent, 'position'>[] {
  const ids = { runId: randomUUID(), sessionId: randomUUID() }
  const touches = touchesOf(world, startedAt)
  const meta = {
    device: pick(world, devices),
    consent: 'marketing',
    browser: 'Chrome',
    os: 'Android',
    bot: false,
  }
  const events: Omit<StoredEvent, 'position'>[] = []
  let at = startedAt
  const happen = (type: StoredEventType, step: number, data: object) =>
    void events.push({
      ...ids,
      id: randomUUID(),
      type,
      step,
      funnel: 'anmeldung',
      funnelVersion: 1,
      occurredAt: at,
      sentAt: at,
      receivedAt: at,
      at,
      data,
      facts: {},
      meta: { ...meta, sessionStartedAt: startedAt, touches },
    } as Omit<StoredEvent, 'position'>)

  happen('start', 1, { secretHash: 'a'.repeat(64), entry: '/rundfunkbeitrag-anmelden' })
  for (let step = 1; step <= 4; step++) {
    const seconds = Math.exp(2 + 2.5 * world.random())
    at += Math.round(seconds * 1000)
    if (happens(world, 0.3)) {
      const [field, rule] = pick(world, faults)
      happen('invalid', step, { fields: [{ field, rule }] })
    }
    if (!happens(world, 0.7)) {
      at += 30 * 60 * 1000
      happen('lapsed', step, {})
      return events
    }
    if (step < 4) happen('step', step, { seconds })
    else happen('complete', step, { orderNumber: `FL-${between(world, 1, 1e9)}`, priceCents: 4999 })
  }
  return events
}

function touchesOf(world: World, startedAt: number): Touch[] {
  const last = { at: startedAt, ...pick(world, campaigns) }
  return happens(world, 0.3)
    ? [{ at: startedAt - between(world, 1, 100) * 3600 * 1000, ...pick(world, campaigns) }, last]
    : [last]
}
