import { setTimeout as sleep } from 'node:timers/promises'

/** An entry that records what was done to a member of the stack (a process), or when it was ready again. */
export interface Disturbance {
  /** Time in ms since the epoch. */
  at: number
  what: string
}

interface Turns {
  /** Records a disturbance and returns its time in ms since the epoch. */
  record: (what: string) => number
  /** What went wrong. */
  faults: string[]
  /** Waits some ms. Rejects when `end` is called. */
  pause: (ms: number) => Promise<void>
}

/** Disturbs the stack in steps, one after the other, until `end` is called. An error of a step is a fault. */
export function disturbInTurn(steps: (turns: Turns) => Promise<void>) {
  const disturbances: Disturbance[] = []
  const faults: string[] = []
  const stopping = new AbortController()
  const record = (what: string) => {
    const at = Date.now()
    disturbances.push({ at, what })
    return at
  }
  const pause = (ms: number) => sleep(ms, undefined, { signal: stopping.signal })
  const finished = steps({ record, faults, pause }).catch((error: unknown) => {
    if (!stopping.signal.aborted) faults.push((error as Error).message)
  })
  return {
    disturbances,
    faults,
    /** Resolves when the last step has ended, or when `end` was called. */
    finished,
    async end(): Promise<void> {
      stopping.abort()
      await finished
    },
  }
}
