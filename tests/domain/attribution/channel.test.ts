import { expect, test } from 'vitest'
import { campaignChannel, channels, referrerChannel } from '#domain/attribution/channel.ts'
import type { ClickId } from '#domain/events/wire-events.ts'

const campaigns: [
  source: string | undefined,
  medium: string | undefined,
  clickId: string,
  channel: string,
][] = [
  ['google', 'cpc', '', 'Paid Search'],
  ['Google', 'CPC', 'gclid', 'Paid Search'],
  ['bing', 'ppc', '', 'Paid Search'],
  [undefined, undefined, 'gclid', 'Paid Search'],
  [undefined, undefined, 'msclkid', 'Paid Search'],
  ['suchnetz', 'paid-search', '', 'Paid Search'],
  ['facebook', 'paid-social', '', 'Paid Social'],
  ['ig', 'cpm', '', 'Paid Social'],
  ['kampagne', 'paid_social', '', 'Paid Social'],
  [undefined, undefined, 'ttclid', 'Paid Social'],
  [undefined, undefined, 'twclid', 'Paid Social'],
  ['youtube', 'cpv', '', 'Paid Video'],
  ['youtube', 'cpc', '', 'Paid Video'],
  ['youtube.com', 'paid', '', 'Paid Video'],
  ['google', 'display', 'gclid', 'Display'],
  ['google', 'cpm', '', 'Display'],
  ['wohnungsmarkt', 'banner', '', 'Display'],
  ['wohnungsmarkt', 'cpa', '', 'Paid Other'],
  ['wohnungsmarkt', 'cpc', '', 'Paid Other'],
  ['wohnungsmarkt', 'retargeting', '', 'Paid Other'],
  ['google', undefined, '', 'Organic Search'],
  ['verzeichnis', 'organic', '', 'Organic Search'],
  ['chatgpt.com', undefined, '', 'AI Assistants'],
  ['perplexity', 'referral', '', 'AI Assistants'],
  ['facebook', undefined, '', 'Organic Social'],
  [undefined, undefined, 'fbclid', 'Organic Social'],
  ['verein', 'social', 'fbclid', 'Organic Social'],
  ['youtube', undefined, '', 'Organic Video'],
  ['newsletter', undefined, '', 'Email'],
  ['brief', 'E-Mail', '', 'Email'],
  ['brief', 'email', '', 'Email'],
  ['umzugsportal', 'affiliate', '', 'Affiliates'],
  ['erinnerung', 'sms', '', 'SMS'],
  ['umzugsportal', 'referral', '', 'Referral'],
  ['plakat', 'qr', '', 'Unassigned'],
  ['x', undefined, '', 'Unassigned'],
  [undefined, undefined, '', 'Unassigned'],
]

test.each(campaigns)('source %s, medium %s, click id "%s" is %s', (source, medium, clickId, channel) => {
  const named = {
    ...(source !== undefined && { source }),
    ...(medium !== undefined && { medium }),
    ...(clickId !== '' && { clickIds: [clickId as ClickId] }),
  }
  expect(campaignChannel(named)).toBe(channel)
})

const referrers: [referrer: string, channel: string][] = [
  ['', 'Direct'],
  ['www.google.com', 'Organic Search'],
  ['google.co.uk', 'Organic Search'],
  ['www.google.com.au', 'Organic Search'],
  ['www.bing.com', 'Organic Search'],
  ['de.search.yahoo.com', 'Organic Search'],
  ['com.google.android.googlequicksearchbox', 'Organic Search'],
  ['duckduckgo.com', 'Organic Search'],
  ['chatgpt.com', 'AI Assistants'],
  ['www.perplexity.ai', 'AI Assistants'],
  ['gemini.google.com', 'AI Assistants'],
  ['copilot.microsoft.com', 'AI Assistants'],
  ['claude.ai', 'AI Assistants'],
  ['m.facebook.com', 'Organic Social'],
  ['l.instagram.com', 'Organic Social'],
  ['t.co', 'Organic Social'],
  ['m.youtube.com', 'Organic Video'],
  ['mail.google.com', 'Email'],
  ['outlook.live.com', 'Email'],
  ['docs.google.com', 'Referral'],
  ['microsoft.com', 'Referral'],
  ['notx.com', 'Referral'],
  ['google.example.org', 'Referral'],
  ['shop.google', 'Referral'],
  ['studierendenwerk.example.org', 'Referral'],
]

test.each(referrers)('the referrer "%s" is %s', (referrer, channel) => {
  expect(referrerChannel(referrer)).toBe(channel)
})

test('the examples cover every channel', () => {
  const covered = new Set([...campaigns.map((one) => one[3]), ...referrers.map((one) => one[1])])
  expect([...covered].toSorted()).toEqual(channels.toSorted())
})
