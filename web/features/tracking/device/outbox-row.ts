import type { WireEventType } from '#domain/events/wire-events.ts'

/** An event as it is stored on the device. */
export interface OutboxRow {
  id: string
  /** Id of the page that sends the event. */
  owner: string
  type: WireEventType
  json: string
  context: string
}
