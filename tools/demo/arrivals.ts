import { berlinDate } from '#domain/time/berlin-time.ts'
import type { WireTouch } from '#domain/events/wire-events.ts'
import { type Random, happens, pick, pickWeighted, seededRandom } from '#domain/invented-data/chance.ts'

// Invents visitors: arrival times, campaigns and devices.

const hour = 3600 * 1000
const day = 24 * hour

/** Relative numbers of visits in the 24 hours of a day in Berlin, with peaks at midday and in the evening. */
const hours = [
  0.25, 0.15, 0.1, 0.08, 0.08, 0.12, 0.3, 0.55, 0.8, 1, 1.1, 1.15, 1.2, 1.1, 1, 1, 1.05, 1.2, 1.4, 1.6, 1.7,
  1.45, 0.95, 0.5,
]
/** Relative numbers of visits on the days of a week, Sunday first. Monday is the busiest day. */
const weekdays = [1.05, 1.25, 1.15, 1.1, 1, 0.8, 0.75]
const peakRate = Math.max(...hours) * Math.max(...weekdays)
const averageRate = mean(hours) * mean(weekdays)

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/**
 * Returns whether a newsletter was sent in the 20 hours before `at`. The demo sends newsletters every second Tuesday at
 * 9:00 UTC.
 */
function afterNewsletter(at: number): boolean {
  const sentAt = Math.floor(at / (14 * day)) * 14 * day + 5 * day + 9 * hour
  return at >= sentAt && at < sentAt + 20 * hour
}

interface Period {
  from: number
  to: number
}

/**
 * Yields the start times of visits, in ms since 1970. They are a Poisson process whose rate grows during the period and
 * varies by hour and weekday.
 */
export function* visitStarts(random: Random, { from, to }: Period, visits: number): Generator<number> {
  const maxPerMs = ((visits / (to - from)) * 1.3 * peakRate) / averageRate
  const berlinHour = new Intl.DateTimeFormat('en', {
    hour: 'numeric',
    hourCycle: 'h23',
    timeZone: 'Europe/Berlin',
  })
  for (let at = from; ;) {
    at += -Math.log(1 - random()) / maxPerMs
    if (at > to) return
    const { year, month, day: date } = berlinDate(at)
    const weekday = weekdays[new Date(Date.UTC(year, month - 1, date)).getUTCDay()]!
    const growth = 0.8 + 0.4 * ((at - from) / (to - from))
    const rate = hours[Number(berlinHour.format(at)) % 24]! * weekday * growth
    if (happens(random, rate / (1.3 * peakRate))) yield Math.round(at)
  }
}

interface Campaign {
  utm: Omit<WireTouch, 'at'>
  weight: number
  /** Factor by which the campaign changes the probability that its visitors continue after a step. */
  continueFactor: number
  /** Share of the campaign's visitors who use a phone, from 0 to 1. */
  phones: number
  /** Start and end of the campaign as fractions of the period, from 0 to 1. */
  activeDuring: readonly [number, number]
}

const campaigns: readonly Campaign[] = [
  campaign(24, 1.06, 0.55, 'google', 'cpc', 'marke', ['rundfunkbeitrag anmelden', 'rundfunkbeitrag online']),
  campaign(
    15,
    0.99,
    0.6,
    'google',
    'cpc',
    'umzug',
    ['umzug rundfunkbeitrag', 'zweitwohnung beitrag'],
    [0.3, 1],
  ),
  campaign(5, 1.03, 0.25, 'bing', 'cpc', 'umzug', ['rundfunkbeitrag ummelden'], [0.3, 1]),
  campaign(11, 0.84, 0.92, 'facebook', 'paid-social', 'studienstart', [], [0, 0.62]),
  campaign(7, 0.82, 0.96, 'instagram', 'paid-social', 'studienstart', [], [0.1, 0.62]),
  campaign(7, 0.78, 0.98, 'tiktok', 'paid-social', 'wg-leben', [], [0.55, 1]),
  campaign(6, 1.1, 0.5, 'umzugsportal', 'referral', 'partner', []),
]
const newsletter = campaign(70, 1.12, 0.6, 'newsletter', 'email', 'umzugstipps', [])
const direct: Campaign = { utm: {}, weight: 34, continueFactor: 1.02, phones: 0.58, activeDuring: [0, 1] }

function campaign(
  weight: number,
  continueFactor: number,
  phones: number,
  source: string,
  medium: string,
  name: string,
  terms: readonly string[],
  activeDuring: readonly [number, number] = [0, 1],
): Campaign & { terms: readonly string[] } {
  const utm = { utm_source: source, utm_medium: medium, utm_campaign: name }
  return { utm, weight, continueFactor, phones, activeDuring, terms }
}

interface Entry {
  weight: number
  /** Host of the referrer; undefined for pages of an earlier release, which do not report it. */
  referrer?: string | undefined
  utm?: Campaign['utm']
}

/** Ways in which visitors come without one of the campaigns above, among them links of rare campaigns. */
const entries: readonly Entry[] = [
  { weight: 30, referrer: 'www.google.com' },
  { weight: 6, referrer: 'www.bing.com' },
  { weight: 3, referrer: 'duckduckgo.com' },
  { weight: 2, referrer: 'www.ecosia.org' },
  { weight: 8, referrer: 'chatgpt.com' },
  { weight: 3, referrer: 'www.perplexity.ai' },
  { weight: 2, referrer: 'gemini.google.com' },
  { weight: 2, referrer: 'copilot.microsoft.com' },
  { weight: 3, referrer: 'l.facebook.com' },
  { weight: 3, referrer: 'www.reddit.com' },
  { weight: 3, referrer: 'www.youtube.com' },
  { weight: 5, referrer: 'studierendenwerk.example.org' },
  { weight: 4, referrer: 'umzug.example.com' },
  { weight: 2, referrer: 'mail.google.com' },
  { weight: 20, referrer: '' },
  { weight: 2 },
  { weight: 2, referrer: 'www.youtube.com', utm: rare('youtube', 'cpv', 'umzug') },
  { weight: 2, referrer: 'wohnungen.example.com', utm: rare('wohnungen', 'banner', 'umzug') },
  { weight: 1, referrer: 'wohnungen.example.com', utm: rare('wohnungen', 'cpc', 'umzug') },
  { weight: 2, referrer: 'umzug.example.com', utm: rare('umzugsportal', 'affiliate', 'partner') },
  { weight: 1, referrer: '', utm: rare('erinnerung', 'sms', 'umzugstipps') },
  { weight: 2, referrer: '', utm: rare('plakat', 'qr', 'studienstart') },
]

function rare(source: string, medium: string, name: string): Campaign['utm'] {
  return { utm_source: source, utm_medium: medium, utm_campaign: name }
}

const clickIds: Record<string, keyof WireTouch> = {
  google: 'gclid',
  bing: 'msclkid',
  facebook: 'fbclid',
  instagram: 'fbclid',
  tiktok: 'ttclid',
}

const agents: Record<'mobile' | 'tablet' | 'desktop', { weight: number; text: string }[]> = {
  mobile: [
    {
      weight: 40,
      text: 'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
    },
    {
      weight: 38,
      text: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    },
    {
      weight: 14,
      text: 'Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
    },
    { weight: 8, text: 'Mozilla/5.0 (Android 15; Mobile; rv:144.0) Gecko/144.0 Firefox/144.0' },
  ],
  tablet: [
    {
      weight: 65,
      text: 'Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    },
    {
      weight: 35,
      text: 'Mozilla/5.0 (Linux; Android 14; SM-X710) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
    },
  ],
  desktop: [
    {
      weight: 46,
      text: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
    },
    {
      weight: 20,
      text: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
    },
    { weight: 20, text: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0' },
    {
      weight: 14,
      text: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
    },
  ],
}

const robots = [
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
  'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36',
]

export interface Arrival {
  device: 'mobile' | 'tablet' | 'desktop'
  userAgent: string
  robot: boolean
  consent: 'none' | 'marketing'
  /** Touches, oldest first. `at` is in ms since 1970. */
  touches: (Omit<WireTouch, 'at'> & { at: number })[]
  /** Host of the referrer; undefined if the page does not report it. */
  referrer: string | undefined
  /** Factor for the probability that the visitor continues after a step. It depends on the campaign and the device. */
  continueFactor: number
  /** Probability that an event does not reach the service; higher for browsers that block trackers. */
  lossRate: number
}

/** Returns an invented visitor who arrives at `at`. Without consent, the visitor's earlier touches are unknown. */
export function arrive(random: Random, at: number, { from, to }: Period): Arrival {
  const chosen = chooseCampaign(random, at, { from, to })
  const device = happens(random, chosen.phones) ? 'mobile' : happens(random, 0.12) ? 'tablet' : 'desktop'
  const robot = happens(random, 0.02)
  const userAgent = robot ? pick(random, robots) : pickWeighted(random, agents[device]).text
  const consent = happens(random, 0.52) ? 'marketing' : 'none'
  const entry = chosen === direct ? enter(at) : undefined
  const own = entry ? (entry.utm ? [{ at, ...entry.utm }] : []) : [touchOf(random, chosen, at)]
  const before = consent === 'marketing' ? earlierTouches(random, at, { from, to }) : []
  return {
    device,
    userAgent,
    robot,
    consent,
    touches: [...before, ...own],
    referrer: entry ? entry.referrer : referrers[chosen.utm.utm_source ?? ''],
    continueFactor: chosen.continueFactor * { mobile: 0.97, tablet: 0.99, desktop: 1.04 }[device],
    lossRate: /Firefox|Samsung/.test(userAgent) ? 0.05 : 0.008,
  }
}

/**
 * Returns how a visitor comes without a large campaign. It has its own random numbers, so that everything else that the
 * demo invents does not depend on it.
 */
function enter(at: number): Entry {
  return pickWeighted(seededRandom(at % 2 ** 31), entries)
}

/** Hosts of the referrers of large campaigns. Newsletters are read in programs without one. */
const referrers: Record<string, string> = {
  google: 'www.google.com',
  bing: 'www.bing.com',
  facebook: 'l.facebook.com',
  instagram: 'l.instagram.com',
  tiktok: 'www.tiktok.com',
  umzugsportal: 'umzug.example.com',
  newsletter: '',
}

function chooseCampaign(random: Random, at: number, { from, to }: Period): Campaign {
  const fraction = (at - from) / (to - from)
  const running = campaigns.filter(
    ({ activeDuring }) => fraction >= activeDuring[0] && fraction <= activeDuring[1],
  )
  return pickWeighted(random, [...running, direct, ...(afterNewsletter(at) ? [newsletter] : [])])
}

function touchOf(random: Random, { utm }: Campaign, at: number): Arrival['touches'][number] {
  const known = campaigns.find((one) => one.utm === utm) as { terms?: readonly string[] } | undefined
  const clickId = clickIds[utm.utm_source ?? '']
  return {
    at,
    ...utm,
    utm_content: `anzeige-${pick(random, ['a', 'a', 'b'])}`,
    ...(known?.terms?.length && { utm_term: pick(random, known.terms) }),
    ...(clickId && happens(random, 0.9) && { [clickId]: `demo-${hex8(random)}` }),
  }
}

const hex8 = (random: Random) => Math.floor(random() * 2 ** 32).toString(16)

/** Returns touches of the previous nine days. Attribution ignores touches older than a week, but browsers send them. */
function earlierTouches(random: Random, at: number, period: Period): Arrival['touches'] {
  const count = happens(random, 0.42) ? pick(random, [1, 1, 1, 2, 2, 3]) : 0
  return Array.from({ length: count }, () => Math.round(at - random() ** 2 * 9 * day - hour / 2))
    .sort((a, b) => a - b)
    .flatMap((seenAt) => {
      const seen = chooseCampaign(random, Math.max(seenAt, period.from), period)
      return seen === direct ? [] : [touchOf(random, seen, seenAt)]
    })
}
