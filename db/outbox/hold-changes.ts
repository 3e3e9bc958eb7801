import { heldLetterType, neverHeldTypes } from '#domain/outbox/held-messages.ts'
import type { HoldChange } from '#db/ports/outbox-store.ts'

type Change = HoldChange['change']

/**
 * For each change: the states of the messages to which it applies, and the state that it sets. Delivered and dead
 * messages are never changed.
 */
const steps: Record<Change, { from: readonly ('pending' | 'held')[]; to: string }> = {
  hold: { from: ['pending'], to: 'held' },
  release: { from: ['held', 'pending'], to: 'pending' },
  discard: { from: ['pending', 'held'], to: 'discarded' },
}

const exempt = neverHeldTypes.map((type) => `'${type}'`).join(', ')

/** The messages to which a change applies, and the time at which a released message is due. */
const held: readonly { messages: string; dueAt: (at: string) => string }[] = [
  { messages: `destination = 'webhook' AND event_type NOT IN (${exempt})`, dueAt: (at) => at },
  {
    messages: `destination = 'letters' AND event_type = '${heldLetterType}'`,
    dueAt: (at) => `CASE WHEN next_attempt_at > ${at} THEN next_attempt_at ELSE ${at} END`,
  },
]

/**
 * Returns the statements that apply a change to a run's messages. There is one statement for each destination and for
 * each state in `from`, because each state has a separate partial index. Leased messages are skipped: they are being delivered, and the
 * delivery reads from the log whether the order was withdrawn. `run` and `at` are the placeholders for the run id and
 * the time.
 */
export function holdStatements(change: Change, { run, at }: { run: string; at: string }): string[] {
  const { from, to } = steps[change]
  return from.flatMap((state) =>
    held.map(({ messages, dueAt }) => {
      const set = {
        hold: '',
        release: `, next_attempt_at = ${dueAt(at)}`,
        discard: `, finished_at = ${at}`,
      }[change]
      return `UPDATE outbox SET state = '${to}'${set}
     WHERE run_id = ${run} AND state = '${state}' AND leased_until IS NULL AND ${messages}`
    }),
  )
}
