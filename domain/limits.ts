// Limits and fixed lists shared by the pages and the service. This module imports nothing, so a page that only sends
// events does not load the schema library.

export type EventPriority = 'high' | 'medium' | 'low'

/**
 * Events of high priority are sent and committed immediately, together with all waiting events. Events of the other
 * priorities wait until their lane has `laneSize` events or `laneWaitMs` have passed.
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

/**
 * Number of waiting events at which a lane is full. A lane is sent and committed when it is full or after `laneWaitMs`.
 */
export const laneSize = 10
export const laneWaitMs = 5000

/** Time in ms within which an event with the same content as another event is a duplicate. */
export const repeatWindowMs = 30_000

/** Device classes, which the width of the browser window determines. */
export const devices = ['mobile', 'tablet', 'desktop'] as const
export type Device = (typeof devices)[number]
