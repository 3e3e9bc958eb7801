import type { Touch } from '#domain/events/stored-event.ts'
import { type SiteKind, siteKind } from './known-sites.ts'

/**
 * Channels through which visitors come. Names and rules follow the default channel group of Google Analytics 4, so that
 * figures can be compared, with AI assistants as a separate channel. Its channels for shops, audio and push messages
 * are left out, because this service has none of them.
 */
export const channels = [
  'Organic Search',
  'Paid Search',
  'AI Assistants',
  'Organic Social',
  'Paid Social',
  'Organic Video',
  'Paid Video',
  'Display',
  'Paid Other',
  'Email',
  'SMS',
  'Affiliates',
  'Referral',
  'Direct',
  'Unassigned',
] as const
export type Channel = (typeof channels)[number]

interface Facts {
  /** `utm_medium` in lower case; empty if absent. */
  medium: string
  site: SiteKind | undefined
  isPaid: boolean
}

const paidMedium = /^(?:.*cp.*|ppc|retargeting|paid.*)$/
const displayMedium = /^(?:display|banner|expandable|interstitial|cpm|native)$/
const socialMedium = /^(?:social|social-network|social-media|sm|social network|social media)$/
const emailMedium = /^(?:e[-_ ]?mail|newsletter)$/

/** The first rule that holds decides. Display comes before the paid channels, because `cpm` is a paid medium too. */
const rules: readonly (readonly [Channel, (facts: Facts) => boolean])[] = [
  ['Paid Search', ({ isPaid, site, medium }) => isPaid && site === 'search' && !displayMedium.test(medium)],
  ['Paid Social', ({ isPaid, site }) => isPaid && site === 'social'],
  ['Paid Video', ({ isPaid, site }) => isPaid && site === 'video'],
  ['Display', ({ medium }) => displayMedium.test(medium)],
  ['Paid Social', ({ medium }) => /^paid[-_ ]?social$/.test(medium)],
  ['Paid Search', ({ medium }) => /^paid[-_ ]?search$/.test(medium)],
  ['Paid Other', ({ isPaid }) => isPaid],
  ['AI Assistants', ({ site }) => site === 'assistant'],
  ['Email', ({ site, medium }) => site === 'mail' || emailMedium.test(medium)],
  ['Organic Social', ({ site, medium }) => site === 'social' || socialMedium.test(medium)],
  ['Organic Video', ({ site, medium }) => site === 'video' || /video/.test(medium)],
  ['Organic Search', ({ site, medium }) => site === 'search' || medium === 'organic'],
  ['Affiliates', ({ medium }) => /^affiliates?$/.test(medium)],
  ['SMS', ({ medium }) => medium === 'sms'],
  ['Referral', ({ medium }) => /^(?:referral|app|link)$/.test(medium)],
]

/** Sites whose advertisements add these click ids. `fbclid` is added to all links, the others only to paid ones. */
const siteByClickId = {
  gclid: 'search',
  msclkid: 'search',
  fbclid: 'social',
  ttclid: 'social',
  twclid: 'social',
} as const satisfies Record<NonNullable<Touch['clickIds']>[number], SiteKind>

/** Returns the channel of a contact with a campaign. Its parameters decide, wherever its link was. */
export function campaignChannel({
  source,
  medium = '',
  clickIds = [],
}: Pick<Touch, 'source' | 'medium' | 'clickIds'>): Channel {
  const clickSite = clickIds.map((name) => siteByClickId[name])[0]
  const facts: Facts = {
    medium: medium.toLowerCase(),
    site: (source === undefined ? undefined : siteKind(source)) ?? clickSite,
    isPaid: paidMedium.test(medium.toLowerCase()) || clickIds.some((name) => name !== 'fbclid'),
  }
  return rules.find(([, holds]) => holds(facts))?.[0] ?? 'Unassigned'
}

/**
 * Returns the channel of a visit without a campaign. `referrer` is the host of the page with the link, and empty if
 * there was none.
 */
export function referrerChannel(referrer: string): Channel {
  if (referrer === '') return 'Direct'
  const site = siteKind(referrer)
  return site === undefined ? 'Referral' : channelBySite[site]
}

const channelBySite: Record<SiteKind, Channel> = {
  search: 'Organic Search',
  assistant: 'AI Assistants',
  social: 'Organic Social',
  video: 'Organic Video',
  mail: 'Email',
}
