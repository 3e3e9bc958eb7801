import type { Replicas } from './replicas.ts'
import { countInMemory, requestCounts } from './request-counts.ts'

/** For an engine that lets one process of the service in: it has every task and counts for itself. */
export function createAlone(): Replicas {
  return {
    lead: async () => ({ lost: new AbortController().signal, release: async () => {} }),
    count: requestCounts(countInMemory),
    close: async () => {},
  }
}
