// Who comes, from where, and with what in hand?
import type { EnvelopeInput } from '../domain/events.ts'
import { type World, happens, pick, newId } from './chance.ts'

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
  const runId = newId(world)
  const consent = happens(world, 0.4) ? 'marketing' : 'none'
  const at = new Date(world.now()).toISOString()
  return {
    runId,
    context: {
      // Without marketing consent the session is the run (DESIGN 4).
      sessionId: consent === 'marketing' ? newId(world) : runId,
      sessionStartedAt: at,
      device: pick(world, ['mobile', 'mobile', 'mobile', 'desktop', 'desktop', 'tablet']),
      consent,
      ...(happens(world, 0.6) && { attribution: touchesOf(world, consent) }),
    },
  }
}

function touchesOf(world: World, consent: Context['consent']): NonNullable<Context['attribution']> {
  const last = { at: new Date(world.now()).toISOString(), ...pick(world, campaigns) }
  if (consent === 'none' || happens(world, 0.5)) return { first: last, last }
  const daysAgo = new Date(world.now() - 3 * 24 * 3600 * 1000).toISOString()
  const first = { at: daysAgo, ...pick(world, campaigns) }
  return { first, last, touches: [first, last] }
}
