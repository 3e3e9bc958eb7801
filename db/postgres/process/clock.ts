import type { Pool } from 'pg'

/** This process's estimate of the server's clock. */
export interface ServerClock {
  /** ms since the epoch */
  now: () => number
  close: () => void
}

interface Estimate {
  /** Server time minus `performance.now()`, in ms. */
  offset: number
  /** Maximum error of the offset, in ms: half of the round trip. */
  error: number
  takenAt: number
}

interface ClockOptions {
  /** Runs a query on behalf of the store, so that closing the store waits for it. */
  run: <Result>(work: () => Promise<Result>) => Promise<Result>
  onError: (error: unknown) => void
  everyMs?: number
}

const samples = 5
const estimateEveryMs = 30_000

/** Maximum drift between two quartz clocks, as a ratio: 100 ms in 1000 s. */
const drift = 1e-4

/**
 * If the estimated time is at most this many ms behind the last returned time, the clock stands still until the
 * estimate catches up. If it is further behind, the server's clock was set back, so this clock is set back too.
 */
const setBackMs = 1000

/**
 * Opens a clock that all processes on one database share. Processes compare each other's times (leases, lapse,
 * retention, sessions), so none may use its own system clock. The time of the server's clock is estimated periodically
 * and advanced by a monotonic clock in between. A wrong or changed system clock therefore has no effect. Errors of the
 * driver are thrown unchanged.
 */
export async function openClock(pool: Pool, options: ClockOptions): Promise<ServerClock> {
  const { run, onError, everyMs = estimateEveryMs } = options
  let known = await estimate(pool)
  let last = -Infinity
  const timer = setInterval(() => {
    run(() => estimate(pool)).then((next) => (known = preferEstimate(known, next)), onError)
  }, everyMs)
  timer.unref()
  return {
    now() {
      const at = Math.floor(performance.now() + known.offset)
      last = at < last - setBackMs ? at : Math.max(at, last)
      return last
    },
    close: () => clearInterval(timer),
  }
}

/** Returns the most accurate of several estimates, which is the one with the shortest round trip. */
async function estimate(pool: Pool): Promise<Estimate> {
  const client = await pool.connect()
  try {
    const taken: Estimate[] = []
    for (let sample = 0; sample < samples; sample += 1) {
      const sentAt = performance.now()
      const { rows } = await client.query<{ at: number }>({
        name: 'read-clock',
        text: 'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS at',
      })
      const takenAt = performance.now()
      const error = (takenAt - sentAt) / 2
      taken.push({ offset: rows[0]!.at - (sentAt + error), error, takenAt })
    }
    return taken.reduce((best, one) => (one.error < best.error ? one : best))
  } finally {
    client.release()
  }
}

/**
 * Returns the more accurate of two estimates. If they contradict each other, the server's clock was set, so the new
 * estimate is returned.
 */
export function preferEstimate(known: Estimate, next: Estimate): Estimate {
  const error = known.error + (next.takenAt - known.takenAt) * drift
  const agree = Math.abs(next.offset - known.offset) <= error + next.error
  return agree && error < next.error ? known : next
}
