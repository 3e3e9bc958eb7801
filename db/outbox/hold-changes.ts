import { neverHeldTypes } from '#domain/outbox/held-messages.ts'
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

/**
 * Returns the statements that apply a change to a run's messages. There is one statement for each state in `from`,
 * because each state has a separate partial index. Leased messages are skipped: they are being delivered, and the
 * delivery reads from the log whether the order was withdrawn. `run` and `at` are the placeholders for the run id and
 * the time.
 */
export function holdStatements(change: Change, { run, at }: { run: string; at: string }): string[] {
  const { from, to } = steps[change]
  const exempt = neverHeldTypes.map((type) => `'${type}'`).join(', ')
  const set = {
    hold: '',
    release: `, next_attempt_at = ${at}`,
    discard: `, finished_at = ${at}`,
  }[change]
  return from.map(
    (state) => `UPDATE outbox SET state = '${to}'${set}
     WHERE run_id = ${run} AND state = '${state}' AND leased_until IS NULL AND destination = 'webhook' AND event_type NOT IN (${exempt})`,
  )
}
