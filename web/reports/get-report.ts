import type { z } from 'zod'
import {
  type AsOfProgress,
  type Since,
  asOfProgressSchema,
  sinceSchema,
} from '#domain/reports/as-of-shapes.ts'

export type Params = Readonly<Record<string, string | number | undefined>>

/** A report, or how far the service has come in working out one of the past. */
export type Answer<Report> =
  | { kind: 'report'; report: Report; since: Since | undefined }
  | { kind: 'computing'; progress: AsOfProgress }

/** The service's answer was not the wanted one. `detail` is what its problem document says. */
export class ReportError extends Error {
  override name = 'ReportError'
  readonly status: number
  readonly detail: string | undefined
  /** Seconds after which it may be tried again. */
  readonly retryAfter: number | undefined

  constructor(status: number, detail?: string, retryAfter?: number) {
    super(detail ?? `the service answered ${status}`)
    this.status = status
    this.detail = detail
    this.retryAfter = retryAfter
  }
}

/** Address of a report, for example `/api/reports/overview?from=…`; with `.csv` behind the path it is a file. */
export function reportAddress(path: string, params: Params): string {
  const given = Object.entries(params).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  return `/api/reports/${path}${query.size > 0 ? `?${query}` : ''}`
}

/** Asks for a report and checks it. Throws a ReportError for every answer but the wanted one. */
export async function getReport<Schema extends z.ZodType>(
  path: string,
  params: Params,
  schema: Schema,
  signal?: AbortSignal,
): Promise<Answer<z.output<Schema>>> {
  const response = await fetch(reportAddress(path, params), {
    headers: { accept: 'application/json' },
    ...(signal && { signal }),
  })
  if (!response.ok) throw await errorOf(response)
  const body: unknown = await response.json()
  if (response.status === 202) return { kind: 'computing', progress: asOfProgressSchema.parse(body) }
  const { since } = body as { since?: unknown }
  return {
    kind: 'report',
    report: schema.parse(body),
    since: since === undefined ? undefined : sinceSchema.parse(since),
  }
}

/** Sends a command of the area, for example to try a delivery again. Throws a ReportError when it is refused. */
export async function postCommand(path: string, body?: Readonly<Record<string, unknown>>): Promise<unknown> {
  const response = await fetch(`/api/${path}`, {
    method: 'POST',
    headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw await errorOf(response)
  return response.status === 204 ? undefined : await response.json().catch(() => undefined)
}

async function errorOf(response: Response): Promise<ReportError> {
  const problem = (await response.json().catch(() => ({}))) as { detail?: unknown }
  const seconds = Number(response.headers.get('retry-after'))
  return new ReportError(
    response.status,
    typeof problem.detail === 'string' ? problem.detail : undefined,
    seconds > 0 ? seconds : undefined,
  )
}
