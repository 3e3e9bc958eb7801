import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { NewEvent } from '#db/event-log.ts'
import type { WireEventInput, WireEventType, WireTouch } from '#domain/events.ts'
import type { AttributionReport, DropOffReport, OrdersReport } from '#domain/reports/report-shapes.ts'
import type { StoredEvent } from '#domain/stored-event.ts'
import { projectNext } from '#service/projections/project-next.ts'
import { envelope, iso, wireEvent } from '#tests/build-events.ts'
import { type TestOptions, openTestService, testToken } from '../harness.ts'

export const second = 1000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour

export interface Sending {
  /** When the service receives it. */
  at: number
  /** When it was sent by the client's clock; `at` by default. */
  sentAt?: number
  device?: 'mobile' | 'tablet' | 'desktop'
  sessionId?: string
  touches?: WireTouch[]
  userAgent?: string
}

/** The service with its reports: sends events over HTTP, projects them, and asks for reports over HTTP. */
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
    const answer = await service.post(body, { 'user-agent': userAgent ?? 'Mozilla/5.0 Chrome/140.0' })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
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
    dropOff: (from: string, to = from, more = '') =>
      json<DropOffReport>(`drop-off?funnel=anmeldung&from=${from}&to=${to}${more}`),
    attribution: (from: string, to = from, more = '&model=last&by=source') =>
      json<AttributionReport>(`attribution?from=${from}&to=${to}${more}`),
    orders: (from: string, to = from, more = '') => json<OrdersReport>(`orders?from=${from}&to=${to}${more}`),
    /** Puts events into the log as they are, for what cannot be sent over HTTP. */
    async append(...events: StoredEvent[]): Promise<void> {
      const withoutPosition = events.map(({ position: _position, ...event }) => event as NewEvent)
      await store.log.append({ events: withoutPosition, rejected: [], now: clock.now(), dedupeWindowMs: 0 })
    },
  }
}

export type Reports = Awaited<ReturnType<typeof openReports>>

/** Makes events of one run; `at` is when they happen by the client's clock. */
export function run(runId: string = randomUUID()) {
  return (type: WireEventType, at: number, over: Record<string, unknown> = {}) =>
    wireEvent(type, { runId, occurredAt: iso(at), ...over })
}

/** Runs in each stage, from the start on. */
export const reached = (report: DropOffReport) => report.stages.map(({ runs }) => runs)
