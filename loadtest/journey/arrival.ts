// Invents visitors: their device, consent and campaigns.
import type { EnvelopeInput } from '../../domain/events/wire-events.ts'
import { happens, newId, pick } from '../../domain/invented-data/chance.ts'
import type { World } from './world.ts'

type Context = EnvelopeInput['context']

const campaigns = [
  { utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'herbst', gclid: 'EAIaIQobChMI' },
  { utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'umzug', utm_term: 'rundfunkbeitrag anmelden' },
  { utm_source: 'facebook', utm_medium: 'paid-social', utm_campaign: 'studium', fbclid: 'IwAR0' },
  { utm_source: 'newsletter', utm_medium: 'email', utm_content: 'knopf-oben' },
]

export interface Arrival {
  runId: string
  context: Context
}

export function arrive(world: World): Arrival {
  const runId = newId(world.random, world.now())
  const consent = happens(world.random, 0.4) ? 'marketing' : 'none'
  const at = new Date(world.now()).toISOString()
  return {
    runId,
    context: {
      // Without marketing consent, the site sends the run id as the session id.
      sessionId: consent === 'marketing' ? newId(world.random, world.now()) : runId,
      sessionStartedAt: at,
      device: pick(world.random, ['mobile', 'mobile', 'mobile', 'desktop', 'desktop', 'tablet']),
      consent,
      ...(happens(world.random, 0.6) && { attribution: touchesOf(world, consent) }),
    },
  }
}

function touchesOf(world: World, consent: Context['consent']): NonNullable<Context['attribution']> {
  const last = { at: new Date(world.now()).toISOString(), ...pick(world.random, campaigns) }
  if (consent === 'none' || happens(world.random, 0.5)) return { first: last, last }
  const daysAgo = new Date(world.now() - 3 * 24 * 3600 * 1000).toISOString()
  const first = { at: daysAgo, ...pick(world.random, campaigns) }
  return { first, last, touches: [first, last] }
}
