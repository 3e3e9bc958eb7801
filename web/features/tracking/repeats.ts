import { repeatWindowMs } from '#domain/limits.ts'
import type { TrackedEvent } from './tracked-event.ts'

/**
 * Creates a predicate that detects events with the same content as one of the last 30 s. As in the service, content
 * means run, type, step, form and data without `seconds` and `trigger`. A repeat does not extend the window.
 */
export function createRepeats(now: () => number): (event: TrackedEvent) => boolean {
  const seen = new Map<string, number>()
  return (event) => {
    const at = now()
    for (const [content, first] of seen) if (Math.abs(at - first) >= repeatWindowMs) seen.delete(content)
    const content = contentOf(event)
    if (seen.has(content)) return true
    seen.set(content, at)
    return false
  }
}

function contentOf({ runId, type, step, form, data }: TrackedEvent): string {
  return JSON.stringify(
    [runId, type, step, form, { ...data, seconds: undefined, trigger: undefined }],
    (_, value: unknown) =>
      value && typeof value === 'object' && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
        : value,
  )
}
