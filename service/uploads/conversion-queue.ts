import { Problem } from '#service/http/errors.ts'

export interface QueueLimits {
  /** Maximum number of files of one client that wait for their conversion. */
  perClient: number
  /** Maximum number of files that wait. */
  total: number
  /** Maximum time that a file waits, in ms. It is less than common timeouts of proxies. */
  waitMs: number
}

const defaultLimits: QueueLimits = { perClient: 8, total: 64, waitMs: 40_000 }
const retrySeconds = 10

interface Waiting {
  client: string
  start: () => void
}

/**
 * Runs one conversion at a time. Clients take turns, so that a client with many slow files does not block the others.
 * Conversions are not run concurrently, because each may take the memory and the time
 * that the child process has.
 */
export function createConversionQueue({ perClient, total, waitMs }: QueueLimits = defaultLimits) {
  let waiting: Waiting[] = []
  let running = false

  function next(served?: string): void {
    // The client that was served last has the next turn only if no other client waits.
    const chosen = waiting.find(({ client }) => client !== served) ?? waiting[0]
    running = chosen !== undefined
    if (!chosen) return
    waiting = waiting.filter((one) => one !== chosen)
    chosen.start()
  }

  function turn(client: string): Promise<void> {
    if (!running) {
      running = true
      return Promise.resolve()
    }
    const ofClient = waiting.filter((one) => one.client === client).length
    if (ofClient >= perClient || waiting.length >= total) throw tooManyConversions()
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting = waiting.filter((one) => one !== self)
        reject(tooManyConversions())
      }, waitMs)
      const self = { client, start: () => (clearTimeout(timer), resolve()) }
      waiting.push(self)
    })
  }

  return {
    /**
     * Runs the work when it is the client's turn. Throws a `Problem` (503) if too many files wait or the file has waited
     * too long.
     */
    async run<Result>(client: string, work: () => Promise<Result>): Promise<Result> {
      await turn(client)
      try {
        return await work()
      } finally {
        next(client)
      }
    },
  }
}

export type ConversionQueue = ReturnType<typeof createConversionQueue>

export function tooManyConversions(): Problem {
  return new Problem({
    status: 503,
    type: 'too-many-conversions',
    title: 'Too many files are being checked',
    detail: 'The service checks files one after the other, and too many are waiting. Try again later.',
    retryAfter: retrySeconds,
  })
}
