import type { Failure } from './failure.ts'
import type { Call, Reply } from './protocol.ts'

/**
 * Lets several pending calls of short synchronous methods share one commit, so that they wait for the disk only once.
 * Delivering a message takes four such calls. With a commit of 0.4 ms for each of them, they would limit the
 * throughput.
 */
export interface Grouping {
  /** Full names of the methods that may share a commit, for example `outbox.finish`. */
  methods: ReadonlySet<string>
  /**
   * Runs the calls in one transaction. If the transaction cannot be committed, none of the calls has an effect, and
   * this function throws.
   */
  transaction: (calls: () => void) => void
  /**
   * Returns false once the database has rolled the transaction back by itself, for example because the disk is full.
   */
  isIntact: () => boolean
}

/** Maximum number of calls in a group. It is small, so that the first call hardly waits for the last one. */
const maxGroup = 64

/** Calls that a worker has received but not yet run, in order. */
export interface CallQueue {
  peek: () => Call | undefined
  shift: () => Call | undefined
}

/**
 * Returns `first` and the calls at the front of the queue that may share a commit with it. Removes these calls from the
 * queue.
 */
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
        // The database has rolled back the transaction, and with it the previous calls of the group. Every call of the
        // group therefore fails with this failure.
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
