import { Problem } from '#service/http/errors.ts'

/**
 * Maximum numbers of concurrent file transfers, per run and per client. Each transfer needs memory for a part of 192 KB
 * and for network buffers.
 */
export interface SlotLimits {
  /** Plural name of the transfers, for error messages. */
  what: string
  perRun: number
  perClient: number
}

export const uploadSlots: SlotLimits = { what: 'uploads', perRun: 4, perClient: 16 }
/**
 * A run has more slots for downloads than for uploads, because a reloaded page fetches the pictures of all fields of
 * the step concurrently.
 */
export const downloadSlots: SlotLimits = { what: 'downloads', perRun: 8, perClient: 16 }

const retrySeconds = 2

export interface SlotOwner {
  runId: string
  client: string
}

/** Limits the number of files that this process transfers concurrently for a run and for a client. */
export function createSlots({ what, perRun, perClient }: SlotLimits) {
  const runs = new Map<string, number>()
  const clients = new Map<string, number>()

  /**
   * Takes a slot and returns a function that frees it. Throws a `Problem` (429) if the run or the client has no slot
   * left.
   */
  function take({ runId, client }: SlotOwner): () => void {
    if ((runs.get(runId) ?? 0) >= perRun) throw tooManyAtOnce(what, perRun, 'run')
    if ((clients.get(client) ?? 0) >= perClient) throw tooManyAtOnce(what, perClient, 'client')
    add(runs, runId, 1)
    add(clients, client, 1)
    let taken = true
    return () => {
      if (!taken) return
      taken = false
      add(runs, runId, -1)
      add(clients, client, -1)
    }
  }

  return {
    take,
    /** Holds a slot while the work runs. Throws a `Problem` (429) if the run or the client has no slot left. */
    async hold<Result>(owner: SlotOwner, work: () => Promise<Result>): Promise<Result> {
      const free = take(owner)
      try {
        return await work()
      } finally {
        free()
      }
    },
  }
}

function add(counts: Map<string, number>, key: string, change: number): void {
  const count = (counts.get(key) ?? 0) + change
  if (count > 0) counts.set(key, count)
  else counts.delete(key)
}

function tooManyAtOnce(what: string, max: number, of: 'run' | 'client'): Problem {
  return new Problem({
    status: 429,
    type: 'too-many-at-once',
    title: `Too many ${what} at once`,
    detail: `At most ${max} concurrent ${what} of one ${of} are allowed. Wait for one to end.`,
    retryAfter: retrySeconds,
  })
}
