import type { StoredEvent, StoredEventType, Touch } from '#domain/stored-event.ts'
import { type World, between, happens, newId, pick } from '../chance.ts'

/** With three devices about thirty segments, as many as a shop of this size has; by reason they are a hundred. */
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

const funnels = [
  'anmeldung',
  'anmeldung',
  'anmeldung',
  'anmeldung',
  'anmeldung',
  'anmeldung',
  'anmeldung',
].concat('aenderung', 'abmeldung', 'zusaetzlich')
/** What the step says that tells why somebody came, by funnel. */
const reasons: Record<string, { field: string; values: readonly string[] }> = {
  abmeldung: { field: 'abmeldegrund', values: ['mitbewohner', 'ausland', 'verstorben', 'mehrere-wohnungen'] },
  aenderung: { field: 'changeType', values: ['name', 'address', 'contact', 'partner_verstorben'] },
}
const browsers = ['Chrome', 'Chrome', 'Safari', 'Firefox', 'Edge'] as const

/**
 * The events of one run that began at an instant, as the log would hold them, without positions. It ends with an order
 * or with a lapse; three in four runs get no further from one step to the next, and few of them come back.
 */
export function inventRun(world: World, startedAt: number): Omit<StoredEvent, 'position'>[] {
  const then = { ...world, now: () => startedAt }
  const ids = { runId: newId(then), sessionId: newId(then) }
  const funnel = pick(world, funnels)
  const meta = {
    device: pick(world, devices),
    consent: happens(world, 0.6) ? 'marketing' : 'none',
    browser: pick(world, browsers),
    os: 'Android',
    bot: happens(world, 0.02),
    sessionStartedAt: startedAt,
    touches: touchesOf(world, startedAt),
  }
  const events: Omit<StoredEvent, 'position'>[] = []
  let at = startedAt
  const happen = (type: StoredEventType, step: number, data: object, facts: Record<string, string> = {}) => {
    const times = { occurredAt: at, sentAt: at, receivedAt: at, at }
    const event = {
      ...ids,
      id: newId(then),
      type,
      step,
      funnel,
      funnelVersion: 1,
      ...times,
      data,
      facts,
      meta,
    }
    events.push(event as Omit<StoredEvent, 'position'>)
  }

  happen('start', 1, { secretHash: 'a'.repeat(64), entry: `/${funnel}` })
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
      if (!happens(world, 0.08)) return events
      at += between(world, 1, 40) * 3600 * 1000
    }
    const reason = step === 2 ? reasons[funnel] : undefined
    const facts = reason ? { [reason.field]: pick(world, reason.values) } : {}
    if (step === 4) happen('complete', step, orderOf(world))
    // Some get lost on the way.
    else if (happens(world, 0.98)) happen('step', step, { seconds }, facts)
  }
  const orderId = events.at(-1)!.id
  if (happens(world, 0.88)) happen('paid', 4, { orderId, paymentId: orderId, amountCents: 4999 })
  if (happens(world, 0.03)) happen('withdrawn', 4, { orderId })
  return events
}

function orderOf(world: World) {
  const orderNumber = `FL-${between(world, 1, 1e9)}`
  return { orderNumber, priceCents: happens(world, 0.07) ? 7999 : 4999 }
}

function touchesOf(world: World, startedAt: number): Touch[] {
  const last = { at: startedAt, ...pick(world, campaigns) }
  return happens(world, 0.3)
    ? [{ at: startedAt - between(world, 1, 100) * 3600 * 1000, ...pick(world, campaigns) }, last]
    : [last]
}
