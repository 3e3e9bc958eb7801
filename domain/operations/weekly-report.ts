import { z } from 'zod'

/** Data of the event `weekly_report_sent`: the report about a week was enqueued for its recipients. */
export const weeklyReportSentSchema = z.object({
  /** Monday of the week that the report is about. */
  week: z.string(),
  /** Position of the log up to which the report counts. The next report compares past weeks with it. */
  position: z.number().int(),
})

/**
 * Data of the event `weekly_report_subscription`: a recipient unsubscribed from the weekly report, or subscribed again.
 * `recipient` is an HMAC of the address, which cannot be traced to a person without the key for personal data.
 */
export const weeklyReportSubscriptionSchema = z.object({
  recipient: z.string(),
  subscribed: z.boolean(),
})
