import { fieldsByNameOf } from '#domain/forms/define-funnel.ts'
import { funnelByType } from '#domain/funnels/index.ts'
import { devices } from '#domain/limits.ts'
import type { StoredEvent, StoredEventType, Touch } from '#domain/events/stored-event.ts'
import { between, happens, newId, pick } from '#domain/invented-data/chance.ts'
import { inventDeparture, inventFieldTimes } from '#domain/invented-data/field-use.ts'
import type { World } from '#loadtest/journey/world.ts'

/**
 * Campaigns of the invented runs. Ten campaigns on three devices result in thirty segments. The segment of a run also
 * contains its reason (see `reasonFor`), which increases the number of segments to about a hundred.
 */
export const campaigns = Array.from({ length: 10 }, (_, index) => ({
  source: ['google', 'facebook', 'bing', 'newsletter'][index % 4]!,
  medium: ['cpc', 'paid-social', 'cpc', 'email'][index % 4]!,
  campaign: `kampagne-${index + 1}`,
  content: `anzeige-${(index % 3) + 1}`,
}))

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
export const browsers = ['Chrome', 'Chrome', 'Safari', 'Firefox', 'Edge'] as const
const systems = { mobile: ['Android', 'iOS'], tablet: ['Android', 'iOS'], desktop: ['Windows', 'macOS'] }
/** Hosts of referrers, so that runs come through seven channels; empty for a typed address. */
const referrers = ['www.google.de', 'chatgpt.com', 'www.facebook.com', 'verein.example.org', '']

/**
 * Returns the stored events of one run, without positions. The visitor either orders or falls silent, in which case the
 * run lapses. About three in four runs lapse, and few of them are resumed.
 */
export function inventRun(world: World, startedAt: number): Omit<StoredEvent, 'position'>[] {
  const ids = { runId: newId(world.random, startedAt), sessionId: newId(world.random, startedAt) }
  const funnel = pick(world.random, funnels)
  const device = pick(world.random, devices)
  const meta = {
    device,
    consent: happens(world.random, 0.6) ? 'marketing' : 'none',
    browser: pick(world.random, browsers),
    os: pick(world.random, systems[device]),
    bot: happens(world.random, 0.02),
    sessionStartedAt: startedAt,
    // Three in five visits come through a campaign, the others from another site or directly.
    touches: happens(world.random, 0.6) ? touchesOf(world, startedAt) : [],
  }
  const events: Omit<StoredEvent, 'position'>[] = []
  let at = startedAt
  const addEvent = (
    type: StoredEventType,
    step: number,
    data: object,
    facts: Record<string, string> = {},
  ) => {
    const times = { occurredAt: at, sentAt: at, receivedAt: at, at }
    const event = {
      ...ids,
      id: newId(world.random, startedAt),
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

  const referrer = pick(world.random, referrers)
  addEvent('start', 1, { secretHash: 'a'.repeat(64), entry: `/${funnel}`, referrer })
  for (let step = 1; step <= 4; step++) {
    const seconds = Math.exp(2 + 2.5 * world.random())
    at += Math.round(seconds * 1000)
    if (happens(world.random, 0.3)) {
      const [field, rule] = pick(world.random, faults)
      addEvent('invalid', step, { fields: [{ field, rule }] })
    }
    const fields = fieldsOfStep(funnel, step)
    if (!happens(world.random, 0.7)) {
      if (happens(world.random, 0.6))
        addEvent('abandon', step, { trigger: 'hidden', ...inventDeparture(world.random, fields) })
      at += 30 * 60 * 1000
      addEvent('lapsed', step, {})
      if (!happens(world.random, 0.08)) return events
      at += between(world.random, 1, 40) * 3600 * 1000
    }
    const facts = step === 2 ? reasonFor(world, funnel) : {}
    if (step === 4) addEvent('complete', step, orderOf(world))
    // Two percent of the step events are left out, as if they had been lost.
    else if (happens(world.random, 0.98))
      addEvent('step', step, { seconds, fieldTimes: inventFieldTimes(world.random, fields) }, facts)
  }
  const orderId = events.at(-1)!.id
  if (happens(world.random, 0.88)) addEvent('paid', 4, { orderId, paymentId: orderId, amountCents: 4999 })
  if (happens(world.random, 0.03)) addEvent('withdrawn', 4, { orderId })
  return events
}

/** Returns the first fields of a step; most steps show about as many. */
function fieldsOfStep(type: string, step: number): string[] {
  return (funnelByType(type)?.steps[step - 1]?.fields ?? []).slice(0, 7).map(({ name }) => name)
}

/**
 * Returns a random value for the field by which reports of this funnel are broken down. Returns no value if the funnel
 * has no such field.
 */
function reasonFor(world: World, type: string): Record<string, string> {
  const funnel = funnelByType(type)
  const field = funnel?.reportBy && fieldsByNameOf(funnel).get(funnel.reportBy)
  if (!field || field.kind !== 'choice') return {}
  // Use only four options, as in the measurements of docs/measured.md, so that the results are comparable.
  return { [field.name]: pick(world.random, field.options.slice(0, 4)).value }
}

function orderOf(world: World) {
  const orderNumber = `FL-${between(world.random, 1, 1e9)}`
  return { orderNumber, priceCents: happens(world.random, 0.07) ? 7999 : 4999 }
}

function touchesOf(world: World, startedAt: number): Touch[] {
  const last = { at: startedAt, ...pick(world.random, campaigns) }
  return happens(world.random, 0.3)
    ? [
        { at: startedAt - between(world.random, 1, 100) * 3600 * 1000, ...pick(world.random, campaigns) },
        last,
      ]
    : [last]
}
