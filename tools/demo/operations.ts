import type { OperationalLog } from '#db/ports/operational-log.ts'
import type { NewOperationalEvent } from '#domain/operations/operational-event.ts'
import { berlinDay, startOfDay } from '#domain/time/berlin-time.ts'

/** Release in which the demo ends, and which the started service continues. */
export const lastRelease = 'demo-3'

export interface Planned {
  /** ms since the epoch */
  at: number
  event: NewOperationalEvent
}

const released = (version: string, isFirst = false): NewOperationalEvent => ({
  type: 'released',
  once: `released:${version}`,
  data: { version, ...(isFirst && { isFirst }) },
})

const wrote = (source: 'deploy' | 'person', title: string, text?: string): NewOperationalEvent => ({
  type: 'annotated',
  once: `annotated:${title}`,
  data: { title, source, ...(text !== undefined && { text }) },
})

/**
 * Plans the releases of the demo: the one on the day on which the check of IBANs is broken, and the one that repairs it.
 * `brokenAt` is a time on that day.
 */
export function planOperations(from: number, brokenAt: number): Planned[] {
  const breaks = startOfDay(berlinDay(brokenAt))
  const repaired = breaks + 24 * 3600 * 1000
  const planned = [
    { at: from, event: released('demo-1', true) },
    { at: breaks, event: released('demo-2') },
    { at: breaks, event: wrote('deploy', 'Strengere Prüfung der IBAN ausgeliefert') },
    { at: repaired, event: released(lastRelease) },
    { at: repaired, event: wrote('person', 'Prüfung der IBAN repariert', 'Sie lehnte gültige IBANs ab.') },
  ]
  return planned.map((one) => ({ ...one, at: Math.max(from, one.at) }))
}

/** Returns a function that appends the planned events up to a time, in their order. */
export function createOperations(operations: OperationalLog, planned: readonly Planned[]) {
  let done = 0
  return async (upTo: number): Promise<void> => {
    for (; done < planned.length && planned[done]!.at <= upTo; done += 1)
      await operations.append(planned[done]!.event, planned[done]!.at)
  }
}
