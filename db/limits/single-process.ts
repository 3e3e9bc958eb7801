import type { Replicas } from '#db/ports/replicas.ts'
import { countInMemory, requestCounts } from './request-counts.ts'

const minuteMs = 60_000

/**
 * Creates `Replicas` for an engine that admits only one process of the service: leadership is always granted, requests
 * are counted in memory, and timers send the wake-ups.
 */
export function createSingleProcess({ tickMs = minuteMs } = {}): Replicas {
  const listeners = new Map<string, Set<() => void>>()
  const timers = new Set<NodeJS.Timeout>()
  const call = (topic: string) => listeners.get(topic)?.forEach((onWake) => onWake())
  return {
    acquireLeadership: async () => ({ lost: new AbortController().signal, release: async () => {} }),
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
