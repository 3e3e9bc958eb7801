import { use } from 'react'
import type { Retention } from '#domain/retention/default-periods.ts'
import { germanPeriodSince, periodAttribute, sinceAttribute } from '#domain/retention/german-period.ts'
import { siteSettings } from '#web/features/settings/site-settings.ts'

interface PeriodProps {
  of: keyof Retention
  /** Event at which the period starts. It must be a feminine German noun in the dative, such as `der Zahlung`. */
  since: string
}

/**
 * Renders a retention period and the event at which it starts. In prerendered pages, the service replaces the period by
 * the configured one.
 */
export function Period({ of, since }: PeriodProps) {
  const { retention } = use(siteSettings())
  return (
    <span {...{ [periodAttribute]: of, [sinceAttribute]: since }}>
      {germanPeriodSince(retention[of], since)}
    </span>
  )
}
