import type { Replicas } from '#db/ports/replicas.ts'
import { countInMemory, requestCounts } from './request-counts.ts'

const minuteMs = 60_000

/**
 * `Replicas` of an engine that admits one process of the service: it leads every task, counts requests in memory, and
 * timers are its clock.
 */
export function createAlone({ tickMs = minuteMs } = {}): Replicas {
  const listeners = new Map<string, Set<() => void>>()
  const timers = new Set<NodeJS.Timeout>()
  const call = (topic: string) => listeners.get(topic)?.forEach((onWake) => onWake())
  return {
    lead: async () => ({ lost: new AbortController().signal, release: async () => {} }),
    count: requestCounts(countInMemory),
    wake: async (topic, inMs = 0) => {
      const timer = setTimeout(() => {
        timers.delete(timer)
        call(topic)
      }, inMs)
      timers.add(timer)
    },
    listen: async (topic, onWake) => {
      const ofTopic = listeners.get(topic) ?? new Set()
      listeners.set(topic, ofTopic.add(onWake))
      const timer = setInterval(onWake, tickMs)
      return async () => {
        clearInterval(timer)
        ofTopic.delete(onWake)
      }
    },
    close: async () => {
      for (const timer of timers) clearTimeout(timer)
    },
  }
}
