import { repeatWindowMs } from '#domain/limits.ts'
import type { TrackedEvent } from './tracked-event.ts'

/**
 * Creates a function that returns undefined if an event has the same content as another event of the last 30 s. A
 * detected duplicate does not restart the 30 s. The content consists of run, type, step, form and data, without the
 * members that say how the visitor used the step. The service uses the same definition.
 *
 * Otherwise, the created function returns a function that remembers the content. It must be called once the event is
 * queued: a browser can stop a script in between, and the event must then be accepted again.
 */
export function createRepeats(now: () => number): (event: TrackedEvent) => (() => void) | undefined {
  const seen = new Map<string, number>()
  return (event) => {
    const at = now()
    for (const [content, first] of seen) if (Math.abs(at - first) >= repeatWindowMs) seen.delete(content)
    const content = contentOf(event)
    return seen.has(content) ? undefined : () => void seen.set(content, at)
  }
}

const ignored = { seconds: undefined, trigger: undefined, field: undefined, fieldTimes: undefined }

function contentOf({ runId, type, step, form, data }: TrackedEvent): string {
  return JSON.stringify([runId, type, step, form, { ...data, ...ignored }], (_, value: unknown) =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
}
