import { type Failure, toFailure } from './failure.ts'

/** A call to a worker, and what comes back. */
export type Request = { id: number; name: string; args: unknown[] }
export type Reply = { id: number; value: unknown } | { id: number; failure: Failure }

/**
 * Short calls that share a commit when several of them wait, so that the disk is waited for once and not for each:
 * a delivery makes four, and at 0.4 ms a commit nothing else would set its pace.
 */
export interface Grouping {
  names: ReadonlySet<string>
  /** Runs the calls in one transaction. Throws when it cannot be committed, and then nothing of any of them was done. */
  together: (calls: () => void) => void
  /** False when the engine gave the transaction up by itself, as on a full disk. */
  intact: () => boolean
}

/** Few enough that the first one hardly waits for the last. */
const mostTogether = 64

/**
 * Answers a call and those that wait behind it, in their order, as long as they may share a commit. `next` takes the
 * next one that waits, if there is one; a call that may not share is answered by itself.
 */
export function* answerInOrder(
  first: Request,
  answer: (request: Request) => Reply,
  { grouping, next }: { grouping: Grouping; next: () => Request | undefined },
): Generator<Reply[], void, void> {
  let request: Request | undefined = first
  while (request) {
    if (!grouping.names.has(request.name)) return yield [answer(request)]
    const group: Request[] = []
    while (request && grouping.names.has(request.name) && group.length < mostTogether) {
      group.push(request)
      request = next()
    }
    yield answerTogether(group, answer, grouping)
  }
}

function answerTogether(
  group: readonly Request[],
  answer: (request: Request) => Reply,
  { together, intact }: Grouping,
): Reply[] {
  if (group.length === 1) return group.map(answer)
  const replies: Reply[] = []
  try {
    together(() => {
      for (const request of group) {
        const reply = answer(request)
        // The calls before it went with the transaction, so they have failed for the same reason.
        if ('failure' in reply && !intact()) throw new TransactionGone(reply.failure)
        replies.push(reply)
      }
    })
    return replies
  } catch (error) {
    const failure = error instanceof TransactionGone ? error.failure : toFailure(error)
    return group.map(({ id }) => ({ id, failure }))
  }
}

class TransactionGone extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.message)
    this.failure = failure
  }
}
