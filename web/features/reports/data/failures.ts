import { ReportError } from './get-report.ts'

/** Why a report cannot be shown. An outage concerns all reports and usually ends by itself. */
export type Failure = 'unreachable' | 'recounting' | 'overloaded' | 'missing' | 'refused'

const outages = new Set<Failure>(['unreachable', 'recounting', 'overloaded'])

export function failureOf(error: Error): Failure {
  if (!(error instanceof ReportError)) return 'unreachable'
  const { status, type } = error
  if (status === 503 && type === 'projections-rebuilding') return 'recounting'
  if (status === 503 || status === 429) return 'overloaded'
  if (status >= 500) return 'unreachable'
  return status === 404 ? 'missing' : 'refused'
}

/** Returns whether all reports fail until the service is available again. */
export function isOutage(error: Error | null): error is Error {
  return error !== null && outages.has(failureOf(error))
}

/** Returns the time in ms after which a failed report is requested again, or undefined if that would not help. */
export function retryDelay(error: Error | null): number | undefined {
  if (!isOutage(error)) return undefined
  const seconds = error instanceof ReportError ? error.retryAfter : undefined
  return 1000 * Math.min(60, seconds ?? 10)
}
