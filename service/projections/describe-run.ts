import { isoTime } from '#domain/time/durations.ts'
import type { EventsOfType } from '#db/ports/event-log.ts'
import type { Store } from '#db/ports/store.ts'
import { orderKey } from '#domain/log/once-keys.ts'

/**
 * Describes a run for an operator without personal data, one line per fact. Returns undefined for an unknown
 * run.
 */
export async function describeRun(
  { log, exclusions, archive }: Pick<Store, 'log' | 'exclusions' | 'archive'>,
  runId: string,
): Promise<string[] | undefined> {
  const types = await log.describeRun(runId)
  const isArchived = (await archive.runsAmong([runId])).length > 0
  if (types.length === 0 && !isArchived) return undefined
  const order = await log.find({ once: orderKey(runId) })
  const exclusion = await exclusions.find(runId)
  return [
    `Run       ${runId}`,
    ...(isArchived
      ? ['Archived  yes: its earlier events are in the files of the archive, not in the database']
      : []),
    ...(types.length > 0 ? describeEvents(types) : []),
    `Order     ${order?.type === 'complete' ? `${order.data.orderNumber} of ${isoTime(order.receivedAt)}` : 'none'}`,
    exclusion
      ? `Excluded  since ${isoTime(exclusion.at)} by the ${exclusion.by}${exclusion.reason && `: ${exclusion.reason}`}`
      : 'Excluded  no',
  ]
}

function describeEvents(types: readonly EventsOfType[]): string[] {
  const sum = (name: 'events' | 'bytes') => types.reduce((total, type) => total + type[name], 0)
  const first = Math.min(...types.map(({ firstAt }) => firstAt))
  const last = Math.max(...types.map(({ lastAt }) => lastAt))
  return [
    `Events    ${sum('events')} (${types.map(({ type, events }) => `${type} ${events}`).join(', ')})`,
    `Bytes     ${sum('bytes')}, personal data not included`,
    `First     ${isoTime(first)} at position ${Math.min(...types.map(({ firstPosition }) => firstPosition))}`,
    `Last      ${isoTime(last)} at position ${Math.max(...types.map(({ lastPosition }) => lastPosition))}`,
  ]
}
