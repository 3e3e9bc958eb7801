import type { Failure } from './failure.ts'
import type { Call, Reply } from './protocol.ts'

/**
 * Short synchronous calls that share a commit, and so one wait for the disk, when several are pending. A delivery makes
 * four of them; at 0.4 ms per commit they would limit the throughput.
 */
export interface Grouping {
  /** Full names of the methods that may share a commit. */
  methods: ReadonlySet<string>
  /** Runs the calls in one transaction. Throws if it cannot be committed, and then none of the calls has an effect. */
  transaction: (calls: () => void) => void
  /** Returns false once the engine has rolled the transaction back on its own, as on a full disk. */
  isIntact: () => boolean
}

/** Maximum size of a group, small enough that the first call hardly waits for the last one. */
const maxGroup = 64

/** Calls that a worker has received but not yet run, in order. */
export interface CallQueue {
  peek: () => Call | undefined
  shift: () => Call | undefined
}

/** Removes calls that may share a commit with `first` from the front of the queue; returns the group. */
export function takeGroup(first: Call, queue: CallQueue, { methods }: Grouping): Call[] {
  const group = [first]
  for (let next = queue.peek(); next && methods.has(next.method); next = queue.peek()) {
    if (group.length === maxGroup) break
    group.push(queue.shift()!)
  }
  return group
}

export interface CallRunner {
  run: (call: Call) => Reply | Promise<Reply>
  toFailure: (error: unknown) => Failure
}

/** Runs the calls of a group in one transaction and returns their replies. */
export function runGroup(
  group: readonly Call[],
  { run, toFailure }: CallRunner,
  { transaction, isIntact }: Grouping,
): Reply[] {
  const runNow = (call: Call) => run(call) as Reply
  if (group.length === 1) return group.map(runNow)
  const replies: Reply[] = []
  try {
    transaction(() => {
      for (const call of group) {
        const reply = runNow(call)
        // The previous calls were rolled back with the transaction, so they failed for the same reason.
        if ('failure' in reply && !isIntact()) throw new RolledBack(reply.failure)
        replies.push(reply)
      }
    })
    return replies
  } catch (error) {
    const failure = error instanceof RolledBack ? error.failure : toFailure(error)
    return group.map(({ id }) => ({ id, failure }))
  }
}

class RolledBack extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.message)
    this.failure = failure
  }
}
