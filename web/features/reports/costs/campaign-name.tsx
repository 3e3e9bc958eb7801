import { keyName } from '#domain/reports/words.ts'

interface Campaign {
  source: string
  campaign: string
}

/** Source and campaign in one line: `google · umzug`. */
export const campaignName = ({ source, campaign }: Campaign): string =>
  `${keyName(source)} · ${keyName(campaign)}`

export function CampaignName({ of }: { of: Campaign }) {
  return <span className="break-words">{campaignName(of)}</span>
}
