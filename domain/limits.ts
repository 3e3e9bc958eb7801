// Limits and fixed lists shared by the pages and the service. This module imports nothing, so a page that only sends
// events does not load the schema library.

export type EventPriority = 'high' | 'medium' | 'low'

/**
 * Events of high priority are sent and committed at once, together with all waiting events. The others wait for a full
 * lane or its timeout.
 */
export const eventPriorities = {
  start: 'high',
  step: 'medium',
  invalid: 'low',
  email: 'high',
  abandon: 'medium',
  complete: 'high',
} as const satisfies Record<string, EventPriority>

/** Maximum number of events in one request; larger requests get a 413. */
export const maxEvents = 50
/** Maximum size of a request body in bytes, both before and after decompression. */
export const maxBodyBytes = 256 * 1024
/** Maximum number of refused fields in one `invalid` event. */
export const maxReportedRefusals = 30

/** Waiting events are sent and committed in lanes of this size, or after `laneWaitMs` at the latest. */
export const laneSize = 10
export const laneWaitMs = 5000

/** An event with the same content as another one within this time is a duplicate. */
export const repeatWindowMs = 30_000

/** Device classes, by the width of the window. */
export const devices = ['mobile', 'tablet', 'desktop'] as const
export type Device = (typeof devices)[number]
