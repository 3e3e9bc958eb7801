import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { NewEvent } from '#db/ports/event-log.ts'
import type { WireEventInput, WireEventType, WireTouch } from '#domain/events/wire-events.ts'
import type { AttributionReport } from '#domain/reports/attribution/shape.ts'
import type { DropOffReport } from '#domain/reports/drop-off/shape.ts'
import type { OrdersReport } from '#domain/reports/orders/shape.ts'
import type { StoredEvent } from '#domain/events/stored-event.ts'
import { projectNext } from '#service/projections/project-next.ts'
import { envelope, iso, wireEvent } from '#tests/build-events.ts'
import { type TestOptions, openTestService, testToken } from '#tests/service/harness.ts'

export const second = 1000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour

export interface Sending {
  /** Time at which the service receives the request, in ms since 1970. */
  at: number
  /** Time of sending according to the client's clock, in ms since 1970; defaults to `at`. */
  sentAt?: number
  device?: 'mobile' | 'tablet' | 'desktop'
  sessionId?: string
  touches?: WireTouch[]
  userAgent?: string
}

/** Opens the service with helpers that send events, project them and request reports over HTTP. */
export async function openReports(options: Partial<TestOptions> = {}) {
  const service = await openTestService(options)
  const { store, app, clock } = service

  async function send(sending: Sending, ...events: WireEventInput[]): Promise<void> {
    const { at, sentAt = at, device = 'mobile', sessionId = randomUUID(), touches = [], userAgent } = sending
    clock.set(at)
    const context = {
      sessionId,
      sessionStartedAt: iso(sentAt),
      device,
      consent: 'marketing',
      attribution: { touches },
    }
    const body = envelope(events, { sentAt: iso(sentAt), context })
    const response = await service.post(body, { 'user-agent': userAgent ?? 'Mozilla/5.0 Chrome/140.0' })
    expect(response.status, JSON.stringify(response.body)).toBe(200)
  }

  async function catchUp(): Promise<void> {
    const settings = { size: 100, now: clock.now() }
    while ((await projectNext(store, await store.projections.live(), settings)).kind !== 'idle');
  }

  async function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    await catchUp()
    return app.request(`/api/reports/${path}`, {
      headers: { authorization: `Bearer ${testToken}`, ...headers },
    })
  }

  async function json<Report>(path: string): Promise<Report> {
    const response = await get(path)
    expect(response.status, await response.clone().text()).toBe(200)
    return (await response.json()) as Report
  }

  return {
    service,
    send,
    get,
    catchUp,
    dropOff: (from: string, to = from, more = '') =>
      json<DropOffReport>(`drop-off?funnel=anmeldung&from=${from}&to=${to}${more}`),
    attribution: (from: string, to = from, more = '&model=last&by=source') =>
      json<AttributionReport>(`attribution?from=${from}&to=${to}${more}`),
    orders: (from: string, to = from, more = '') => json<OrdersReport>(`orders?from=${from}&to=${to}${more}`),
    /** Appends events directly to the log, for events that cannot be sent over HTTP. */
    async append(...events: StoredEvent[]): Promise<void> {
      const withoutPosition = events.map(({ position: _position, ...event }) => event as NewEvent)
      await store.log.append({ events: withoutPosition, rejected: [], now: clock.now(), dedupeWindowMs: 0 })
    },
  }
}

export type Reports = Awaited<ReturnType<typeof openReports>>

/**
 * Returns a function that creates events of one run. The argument `at` is the time of the event by the client's clock.
 */
export function run(runId: string = randomUUID()) {
  return (type: WireEventType, at: number, over: Record<string, unknown> = {}) =>
    wireEvent(type, { runId, occurredAt: iso(at), ...over })
}

/** Returns the number of runs in each stage, beginning with the start. */
export const reached = (report: DropOffReport) => report.stages.map(({ runs }) => runs)
