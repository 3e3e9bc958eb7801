import type { z } from 'zod'
import {
  type AsOfProgress,
  type Since,
  asOfProgressSchema,
  sinceSchema,
} from '#domain/reports/as-of-shapes.ts'
import { type ReportContract, type ReportParams, reportPath } from '#domain/reports/report-contract.ts'

/** A report or, while the service computes a report as of a past time, the progress of the computation. */
export type ReportResult<Report> =
  | { kind: 'report'; report: Report; since: Since | undefined }
  | { kind: 'computing'; progress: AsOfProgress }

interface ErrorDetails {
  detail?: string
  type?: string
  parameter?: string
  earliestTime?: string
  retryAfter?: number
}

/** Thrown when the service responds with an error. `detail` is taken from the problem document (RFC 9457). */
export class ReportError extends Error {
  override name = 'ReportError'
  readonly status: number
  readonly detail: string | undefined
  /** Short name of the problem, for example `moment-in-the-future`. */
  readonly type: string | undefined
  /** Parameter that the service refused. */
  readonly parameter: string | undefined
  /** Earliest time for which the report can be computed, in ISO 8601. */
  readonly earliestTime: string | undefined
  /** Seconds to wait before the next attempt, from the `Retry-After` header. */
  readonly retryAfter: number | undefined

  constructor(status: number, { detail, type, parameter, earliestTime, retryAfter }: ErrorDetails = {}) {
    super(detail ?? `the service responded with status ${status}`)
    this.status = status
    this.detail = detail
    this.type = type
    this.parameter = parameter
    this.earliestTime = earliestTime
    this.retryAfter = retryAfter
  }
}

/** Returns the address from which a report can be downloaded as a CSV file for German spreadsheets. */
export function csvAddress<Query extends z.ZodObject>(
  contract: ReportContract<Query>,
  params: ReportParams<Query>,
): string {
  return `/api/reports/${reportPath(contract, params, '.de.csv')}`
}

/**
 * Fetches a report or, while the service is computing it, the progress. Throws a `ReportError` if the service responds
 * with an error.
 */
export async function getReport<Query extends z.ZodObject, Shape extends z.ZodObject>(
  contract: ReportContract<Query, Shape>,
  params: ReportParams<Query>,
  signal?: AbortSignal,
): Promise<ReportResult<z.output<Shape>>> {
  const response = await fetch(`/api/reports/${reportPath(contract, params)}`, {
    headers: { accept: 'application/json' },
    ...(signal && { signal }),
  })
  if (!response.ok) throw await errorOf(response)
  const body: unknown = await response.json()
  if (response.status === 202) return { kind: 'computing', progress: asOfProgressSchema.parse(body) }
  const { since } = body as { since?: unknown }
  return {
    kind: 'report',
    report: contract.shape.parse(body),
    since: since === undefined ? undefined : sinceSchema.parse(since),
  }
}

/** Sends a command, for example to retry a delivery. Throws a `ReportError` if the service rejects the command. */
export async function postCommand(path: string, body?: Readonly<Record<string, unknown>>): Promise<unknown> {
  const response = await fetch(`/api/${path}`, {
    method: 'POST',
    headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw await errorOf(response)
  return response.status === 204 ? undefined : await response.json().catch(() => undefined)
}

/** Removes something that the service stores. Throws a `ReportError` if the service rejects the command. */
export async function deleteCommand(path: string): Promise<void> {
  const response = await fetch(`/api/${path}`, { method: 'DELETE', headers: { accept: 'application/json' } })
  if (!response.ok) throw await errorOf(response)
}

async function errorOf(response: Response): Promise<ReportError> {
  const problem = (await response.json().catch(() => ({}))) as Readonly<
    Record<'detail' | 'type' | 'parameter' | 'earliestTime', unknown>
  >
  const seconds = Number(response.headers.get('retry-after'))
  return new ReportError(response.status, {
    ...(typeof problem.detail === 'string' && { detail: problem.detail }),
    ...(typeof problem.type === 'string' && { type: problem.type.replace(/^.*:/, '') }),
    ...(typeof problem.parameter === 'string' && { parameter: problem.parameter }),
    ...(typeof problem.earliestTime === 'string' && { earliestTime: problem.earliestTime }),
    ...(seconds > 0 && { retryAfter: seconds }),
  })
}
