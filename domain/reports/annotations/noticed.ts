import { daysBetween } from '#domain/reports/day-range.ts'
import { type DailyCounts } from './effect.ts'

/** Runs of a version of a funnel, or of a campaign, that count on a day. */
export interface DailyRuns {
  funnel: string
  key: string
  day: string
  runs: number
}

/** Days without a contact after which a contact begins a campaign, and the last one before has ended it. */
export const campaignPause = 28

/** Days without a contact after which a campaign counts as ended, while it is not known whether it goes on. */
const campaignEnd = 7

/** Minimum number of runs of a campaign, and maximum number of campaigns that are noticed. */
const minCampaignRuns = 30
const maxCampaigns = 20

export interface Noticed {
  kind: 'funnel_version' | 'campaign_begun' | 'campaign_ended'
  day: string
  subject: string
  funnel: string | null
}

/**
 * Returns the day of the first run of each version of a funnel, except for the first version in `runs`, with which the
 * funnel began.
 */
export function noticeVersions(runs: readonly DailyRuns[]): Noticed[] {
  const byFunnel = Map.groupBy(runs, ({ funnel }) => funnel)
  return [...byFunnel].flatMap(([funnel, ofFunnel]) => {
    const firsts = [...Map.groupBy(ofFunnel, ({ key }) => key)].map(([version, ofVersion]) => ({
      version,
      day: ofVersion.reduce((first, { day }) => (day < first ? day : first), ofVersion[0]!.day),
    }))
    const begin = firsts.reduce((first, { day }) => (day < first ? day : first), firsts[0]!.day)
    return firsts
      .filter(({ day }) => day > begin)
      .map(({ version, day }) => ({ kind: 'funnel_version' as const, day, subject: version, funnel }))
  })
}

/** Returns whether a campaign that has no contact between two days paused. */
const paused = (day: string, next: string) => daysBetween(day, next) >= campaignPause

/**
 * Returns the first and last contacts of campaigns, over all funnels. `first` is the first day of `runs`; a campaign
 * with a contact less than `campaignPause` days later may have begun earlier. A campaign has ended if `campaignEnd` days
 * without a contact are over before `today`.
 */
export function noticeCampaigns(
  runs: readonly DailyRuns[],
  { first, today }: { first: string; today: string },
): Noticed[] {
  const campaigns = [...Map.groupBy(runs, ({ key }) => key)]
    .filter(([campaign]) => !/^\(.*\)$/.test(campaign))
    .map(([campaign, rows]) => ({
      campaign,
      total: rows.reduce((sum, { runs: ofDay }) => sum + ofDay, 0),
      days: [...new Set(rows.map(({ day }) => day))].toSorted(),
    }))
    .filter(({ total }) => total >= minCampaignRuns)
    .toSorted((a, b) => b.total - a.total || (a.campaign < b.campaign ? -1 : 1))
  return campaigns.slice(0, maxCampaigns).flatMap(({ campaign, days }) => {
    const begins = days.filter((day, index) => paused(days[index - 1] ?? first, day))
    const ends = days.filter((day, index) => {
      const next = days[index + 1]
      return next === undefined ? daysBetween(day, today) > campaignEnd : paused(day, next)
    })
    const notice = (kind: Noticed['kind']) => (day: string) => ({
      kind,
      day,
      subject: campaign,
      funnel: null,
    })
    return [...begins.map(notice('campaign_begun')), ...ends.map(notice('campaign_ended'))]
  })
}

/** Sums runs over the keys, by funnel and day. */
export function sumByDay(runs: readonly (DailyRuns & { orders: number })[]): DailyCounts[] {
  const sums = new Map<string, DailyCounts>()
  for (const { funnel, day, runs: ofRow, orders } of runs) {
    const key = `${funnel} ${day}`
    const sum = sums.get(key) ?? { funnel, day, runs: 0, orders: 0 }
    sums.set(key, { ...sum, runs: sum.runs + ofRow, orders: sum.orders + orders })
  }
  return [...sums.values()]
}
