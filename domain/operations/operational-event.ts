import { z } from 'zod'
import {
  alertClosedSchema,
  alertMutedSchema,
  alertOpenedSchema,
  alertUnmutedSchema,
  alertUpdatedSchema,
} from './alert.ts'
import { annotatedSchema } from './annotation.ts'
import { costsRecordedSchema } from './cost.ts'
import { goalSetSchema } from './goal.ts'
import { weeklyReportSentSchema, weeklyReportSubscriptionSchema } from './weekly-report.ts'

// Events of the operation, which belong to no run. They share the positions of the log with the events of runs, so a
// report as of a position knows exactly those that existed at that time. They contain no personal data: text that people
// write is bounded and redacted before it becomes part of an event.

const receiverSchema = z.object({
  destination: z.string(),
  /** Time at which the destination was stopped, in ms since the epoch. It identifies the interruption. */
  stoppedAt: z.number().int(),
})

/** Schemas of the data by type. Stored events are parsed with them, so new members must be optional. */
export const operationalDataSchemas = {
  /** The service started in this version, and had last been started in another one, or was never recorded before. */
  released: z.object({ version: z.string(), isFirst: z.boolean().optional() }),
  /** A destination of messages was stopped, because its receiver reported that it no longer exists. */
  receiver_stopped: receiverSchema,
  receiver_resumed: receiverSchema,
  annotated: annotatedSchema,
  /** A person removed the annotation at a position. */
  annotation_removed: z.object({ annotation: z.number().int() }),
  /** Costs of campaigns on the day of the event. Each replaces earlier ones of the same day, source and campaign. */
  costs_recorded: costsRecordedSchema,
  /** The watch found a fault. The day of the event is that on which the fault began. */
  alert_opened: alertOpenedSchema,
  alert_updated: alertUpdatedSchema,
  /** The day of the event is the last one of the fault if it is over, and otherwise that of its begin. */
  alert_closed: alertClosedSchema,
  alert_muted: alertMutedSchema,
  alert_unmuted: alertUnmutedSchema,
  /** A goal of the month that begins on the day of the event. It replaces the earlier one of the same funnel and metric. */
  goal_set: goalSetSchema,
  weekly_report_sent: weeklyReportSentSchema,
  weekly_report_subscription: weeklyReportSubscriptionSchema,
}

export type OperationalEventType = keyof typeof operationalDataSchemas

export type OperationalData<Type extends OperationalEventType = OperationalEventType> = z.output<
  (typeof operationalDataSchemas)[Type]
>

interface Typed<Type extends OperationalEventType> {
  type: Type
  data: OperationalData<Type>
}

/** An event to append. */
export type NewOperationalEvent = {
  [Type in OperationalEventType]: Typed<Type> & {
    /** At most one event is ever stored under this key. It begins with the type and a colon. */
    once: string
    /** Berlin day that the event is about, as `YYYY-MM-DD`; by default the day on which it is stored. */
    day?: string
  }
}[OperationalEventType]

/** A stored event. `at` is the time of its append in ms since the epoch, by the clock of the store. */
export type OperationalEventOf<Type extends OperationalEventType> = {
  [Each in Type]: Typed<Each> & { position: number; once: string; day: string; at: number }
}[Type]

export type OperationalEvent = OperationalEventOf<OperationalEventType>

/** Parses the data of a stored event. Throws a `ZodError` if it does not match the schema of the type. */
export function parseOperationalData<Type extends OperationalEventType>(
  type: Type,
  data: unknown,
): OperationalData<Type> {
  return operationalDataSchemas[type].parse(data) as OperationalData<Type>
}
