import { DatabaseError } from 'pg'

/** Time in ms after which a group no longer keeps other calls waiting, for example because it waits for a lock. */
const patienceMs = 100

interface Waiting<Call, Result> {
  call: Call
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/**
 * Returns a function that runs calls in groups of at most `maxGroup`, so that one statement serves many calls. While a
 * group is running, further calls wait, and then run together. `runGroup` returns the results in the order of the calls.
 * If PostgreSQL refuses a group, nothing of it has been committed. Each of its calls then runs alone, so that a call that
 * fails or waits for a lock does not make the others fail.
 */
export function inGroups<Call, Result>(
  runGroup: (calls: readonly Call[]) => Promise<readonly Result[]>,
  maxGroup: number,
): (call: Call) => Promise<Result> {
  const waiting: Waiting<Call, Result>[] = []
  let running = 0
  let isScheduled = false

  /** Starts the next group after this turn of the event loop, in which further calls may arrive. */
  function schedule(): void {
    if (isScheduled || running > 0 || waiting.length === 0) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      void start(waiting.splice(0, maxGroup))
    })
  }

  async function start(group: readonly Waiting<Call, Result>[]): Promise<void> {
    running += 1
    let isAwaited = true
    const release = () => {
      if (!isAwaited) return
      isAwaited = false
      running -= 1
      schedule()
    }
    const patience = setTimeout(release, patienceMs)
    await run(group)
    clearTimeout(patience)
    release()
  }

  async function run(group: readonly Waiting<Call, Result>[]): Promise<void> {
    try {
      const results = await runGroup(group.map(({ call }) => call))
      for (const [index, { resolve }] of group.entries()) resolve(results[index]!)
    } catch (error) {
      if (group.length > 1 && error instanceof DatabaseError)
        await Promise.all(group.map((one) => run([one])))
      else for (const { reject } of group) reject(error)
    }
  }

  return (call) =>
    new Promise((resolve, reject) => {
      waiting.push({ call, resolve, reject })
      schedule()
    })
}
