// Limits and fixed lists shared by the pages and the service. This module imports nothing, so that a page that only
// sends events does not load the schema library.

export type EventPriority = 'high' | 'medium' | 'low'

/**
 * The page sends events of high priority immediately, and the service commits them immediately. In both cases, all
 * waiting events are included. Other events wait until `laneSize` events are waiting or `laneWaitMs` have passed.
 */
export const eventPriorities = {
  start: 'high',
  step: 'medium',
  invalid: 'low',
  email: 'high',
  abandon: 'medium',
  complete: 'high',
} as const satisfies Record<string, EventPriority>

/** Maximum number of events in one request. The response to a request with more events is 413. */
export const maxEvents = 50
/** Maximum size of a request body in bytes, both before and after decompression. */
export const maxBodyBytes = 256 * 1024
/** Maximum number of refused fields in one `invalid` event. */
export const maxReportedRefusals = 30
/** Maximum number of fields in the `fieldTimes` of one event. */
export const maxFieldTimes = 30

/** As soon as this many events are waiting, they are sent or committed. Fewer events wait for at most `laneWaitMs`. */
export const laneSize = 10
export const laneWaitMs = 5000

/** Time in ms within which an event is a duplicate of another event with the same content. */
export const repeatWindowMs = 30_000

/** Device classes, which the width of the browser window determines. */
export const devices = ['mobile', 'tablet', 'desktop'] as const
export type Device = (typeof devices)[number]
