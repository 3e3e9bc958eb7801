import { useState } from 'react'
import { useQueue } from '#web/features/desk/queries.ts'
import { orderIdsOf } from '#web/features/desk/queue/split-queue.ts'

/**
 * Returns the id of the order that follows in the queue; undefined if there is none. An order that has left the queue,
 * because it is done, is followed by the one that took its place.
 */
export function useNextOrder(orderId: string): string | undefined {
  const { data: queue } = useQueue()
  const [place, setPlace] = useState(0)
  if (!queue) return undefined
  const ids = orderIdsOf(queue)
  const at = ids.indexOf(orderId)
  if (at !== -1 && at !== place) setPlace(at)
  const next = at === -1 ? ids[place] : ids[at + 1]
  return next ?? ids.find((id) => id !== orderId)
}
