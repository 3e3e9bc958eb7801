import { z } from 'zod'

// Faults that the watch found, as they are recorded. The fault itself has no identity: its begin can shift and its cause
// can change while it is open. Its identity is the event `alert_opened`, named by its once key.

export const alertKinds = [
  'rejected',
  'message',
  'loss',
  'tracking',
  'delivery',
  'receiver_stopped',
  'runs',
  'orders',
] as const
export type AlertKind = (typeof alertKinds)[number]

/** Dimensions by which the watch divides the runs. */
export const slicedDimensions = ['device', 'browser', 'channel', 'campaign'] as const

const subject = {
  kind: z.enum(alertKinds),
  step: z.number().int().nullable(),
  field: z.string().nullable(),
  rule: z.string().nullable(),
}

/** What is muted. A member that is null covers all values. */
export const muteSubjectSchema = z.object({ ...subject, funnel: z.string().nullable() })
export type MuteSubject = z.output<typeof muteSubjectSchema>

/**
 * A finding of the watch at an hour, as the report on alerts has it, but without the names of rejected fields: clients
 * choose them, and events are never erased.
 */
const recordedAlertSchema = z.object({
  id: z.string(),
  ...subject,
  funnels: z.array(z.string()),
  byFunnel: z
    .array(z.object({ funnel: z.string(), step: z.number(), faulty: z.number(), watched: z.number() }))
    .optional(),
  slices: z.array(z.object({ dimension: z.enum(slicedDimensions), value: z.string() })),
  day: z.string(),
  hour: z.string(),
  startedAt: z.string(),
  lastAt: z.string().nullable(),
  foundAt: z.string(),
  closedAt: z.string().nullable(),
  release: z.string().nullable(),
  funnelVersions: z.array(z.object({ funnel: z.string(), version: z.number(), isNew: z.boolean() })),
  faulty: z.number(),
  watched: z.number().nullable(),
  faultyRate: z.number().nullable(),
  usualRate: z.number().nullable(),
  usualCount: z.number().nullable(),
  probability: z.number().nullable(),
  lostOrders: z.number().nullable(),
  lostRevenueCents: z.number().nullable(),
  explains: z.array(muteSubjectSchema),
  apparentLosses: z.array(z.object({ funnel: z.string(), step: z.number(), runs: z.number() })),
})
export type RecordedAlert = z.output<typeof recordedAlertSchema>

const found = {
  alert: recordedAlertSchema,
  /** End of the last hour that had been examined, as ISO 8601. */
  examinedUntil: z.string(),
}

/**
 * Why an alert was closed: the rates are usual again, the fault is now explained by another one, it is not found any
 * more, or it is not examined any more: it is too old, or its destination is switched off.
 */
export const closeReasons = ['over', 'merged', 'not_found', 'expired'] as const
export type CloseReason = (typeof closeReasons)[number]

/** Returns whether an alert was closed because it turned out not to be a separate fault. */
export function isWithdrawn(reason: CloseReason): boolean {
  return reason === 'merged' || reason === 'not_found'
}

/** Data of `alert_opened`. `silent` is set if the fault was found so long before that no message is sent. */
export const alertOpenedSchema = z.object({ ...found, silent: z.boolean().optional() })

/** Data of `alert_updated`: an open alert has other figures. `opened` is the once key of its `alert_opened`. */
export const alertUpdatedSchema = z.object({ ...found, opened: z.string() })

export const alertClosedSchema = z.object({ ...found, opened: z.string(), reason: z.enum(closeReasons) })

/** Who muted alerts: a session of the reports, or a script with the token. */
export const muteAuthors = ['marketer', 'script'] as const

/** Data of `alert_muted`. `until` is in ms since the epoch; null until somebody ends it. */
export const alertMutedSchema = z.object({
  subject: muteSubjectSchema,
  until: z.number().int().nullable(),
  by: z.enum(muteAuthors),
})

/** Data of `alert_unmuted`. `mute` is the position of the `alert_muted` that ends. */
export const alertUnmutedSchema = z.object({ mute: z.number().int(), by: z.enum(muteAuthors) })
