import { berlinDay } from '#domain/time/berlin-time.ts'
import { dayMs, hourMs } from '#domain/time/durations.ts'
import type { Planned } from './operations.ts'

interface AdCosts {
  source: string
  campaign: string
  /** Average share of all visits that the campaign brings while it is active. */
  share: number
  /** Price of a visit in cents. */
  perVisit: number
  /** Start and end of the campaign as fractions of the period, from 0 to 1. */
  activeDuring: readonly [from: number, to: number]
}

/** The paid campaigns of arrivals.ts. Some of them pay off and some do not. */
const ads: readonly AdCosts[] = [
  { source: 'google', campaign: 'marke', share: 0.2, perVisit: 95, activeDuring: [0, 1] },
  { source: 'google', campaign: 'umzug', share: 0.13, perVisit: 640, activeDuring: [0.3, 1] },
  { source: 'bing', campaign: 'umzug', share: 0.045, perVisit: 410, activeDuring: [0.3, 1] },
  { source: 'facebook', campaign: 'studienstart', share: 0.09, perVisit: 680, activeDuring: [0, 0.62] },
  { source: 'instagram', campaign: 'studienstart', share: 0.06, perVisit: 720, activeDuring: [0.1, 0.62] },
  { source: 'tiktok', campaign: 'wg-leben', share: 0.06, perVisit: 890, activeDuring: [0.55, 1] },
  // The name differs from the one in the address of the advertisement, so these costs match no contact.
  { source: 'tiktok', campaign: 'WG Leben', share: 0.02, perVisit: 890, activeDuring: [0.9, 0.95] },
]

interface Period {
  /** ms since the epoch */
  from: number
  until: number
  visits: number
}

/** Plans the costs that a script records each night for the day before. */
export function planCosts({ from, until, visits }: Period): Planned[] {
  const days = Math.round((until - from) / dayMs)
  return Array.from({ length: Math.max(0, days - 1) }, (_, index): Planned => {
    const day = berlinDay(from + index * dayMs)
    const costs = ads
      .filter(({ activeDuring: [begin, end] }) => index / days >= begin && index / days < end)
      .map(({ source, campaign, share, perVisit }) => ({
        source,
        campaign,
        costCents: Math.round((visits / days) * share * perVisit * (0.85 + 0.05 * (index % 7))),
      }))
    return {
      at: from + (index + 1) * dayMs + 4 * hourMs,
      event: {
        type: 'costs_recorded',
        once: `costs_recorded:${day}:0`,
        day,
        data: { costs, sender: 'script' },
      },
    }
  })
}
