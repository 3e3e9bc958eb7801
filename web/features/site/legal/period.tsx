import { use } from 'react'
import type { Retention } from '#domain/retention/default-periods.ts'
import { germanPeriodSince, periodAttribute, sinceAttribute } from '#domain/retention/german-period.ts'
import { siteSettings } from '#web/features/settings/site-settings.ts'

interface PeriodProps {
  of: keyof Retention
  /** Start of the period as a feminine noun in the dative: `der Zahlung`. */
  since: string
}

/** Renders a retention period with its start; the service inserts the configured value when it sends the page. */
export function Period({ of, since }: PeriodProps) {
  const { retention } = use(siteSettings())
  return (
    <span {...{ [periodAttribute]: of, [sinceAttribute]: since }}>
      {germanPeriodSince(retention[of], since)}
    </span>
  )
}
