import { Problem } from '#service/http/errors.ts'

interface TurnLimits {
  /** Maximum number of requests that are handled at the same time, of all links and of one. */
  running: number
  runningOfLink: number
  /** Maximum number of requests that wait for their turn. */
  waiting: number
  waitingOfLink: number
}

/** Every reader of a link can send requests, and a report takes up to seconds. A page sends about ten at once. */
const limitsOfReaders: TurnLimits = { running: 6, runningOfLink: 3, waiting: 240, waitingOfLink: 60 }

interface Waiting {
  link: string
  start: () => void
}

export interface ReaderTurns {
  /**
   * Handles a request of a link when it is its turn. Throws a 429 problem if too many requests of the link wait, and a 503
   * problem if too many of all links do. Without handling the request, throws a 400 problem if the client has gone away.
   */
  take: (link: string, request: { signal: AbortSignal; handle: () => Promise<void> }) => Promise<void>
}

/** Limits how many requests of readers of links are handled at the same time, so that they cannot slow down others. */
export function createReaderTurns(limits: TurnLimits = limitsOfReaders): ReaderTurns {
  const running = new Map<string, number>()
  let waiting: Waiting[] = []
  const sum = () => [...running.values()].reduce((total, count) => total + count, 0)
  const isFree = (link: string) => sum() < limits.running && (running.get(link) ?? 0) < limits.runningOfLink

  function begin(link: string): void {
    running.set(link, (running.get(link) ?? 0) + 1)
  }

  function end(link: string): void {
    const left = running.get(link)! - 1
    if (left === 0) running.delete(link)
    else running.set(link, left)
    const next = waiting.find((one) => isFree(one.link))
    if (!next) return
    waiting = waiting.filter((one) => one !== next)
    begin(next.link)
    next.start()
  }

  function wait(link: string, signal: AbortSignal): Promise<boolean> {
    if (waiting.filter((one) => one.link === link).length >= limits.waitingOfLink) throw tooMany()
    if (waiting.length >= limits.waiting) throw busy()
    return new Promise((resolve) => {
      const leave = () => {
        waiting = waiting.filter((other) => other !== one)
        resolve(false)
      }
      const one: Waiting = {
        link,
        start() {
          signal.removeEventListener('abort', leave)
          resolve(true)
        },
      }
      waiting.push(one)
      signal.addEventListener('abort', leave, { once: true })
    })
  }

  return {
    async take(link, { signal, handle }) {
      // The signal of a client that has already gone away never fires.
      if (signal.aborted) throw gone()
      if (isFree(link)) begin(link)
      else if (!(await wait(link, signal))) throw gone()
      try {
        await handle()
      } finally {
        end(link)
      }
    },
  }
}

function tooMany(): Problem {
  return new Problem({
    status: 429,
    type: 'too-many-requests',
    title: 'Too many requests',
    detail: 'Too many requests of this link are waiting.',
    retryAfter: 2,
  })
}

/** No client reads this response. It is a 400, because a 5xx would count as a failure of the service. */
function gone(): Problem {
  return new Problem({ status: 400, type: 'broken-off', title: 'The client has gone away' })
}

function busy(): Problem {
  return new Problem({
    status: 503,
    type: 'reports-busy',
    title: 'Too many requests',
    detail: 'Too many requests of shared links are waiting.',
    retryAfter: 5,
  })
}
