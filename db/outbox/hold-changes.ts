import { neverHeldTypes } from '#domain/outbox/held-messages.ts'
import type { HoldChange } from '#db/ports/outbox-store.ts'

type Change = HoldChange['change']

/** The states that a change moves messages from and to. Delivered and dead messages are left alone. */
const steps: Record<Change, { from: readonly ('pending' | 'held')[]; to: string }> = {
  hold: { from: ['pending'], to: 'held' },
  release: { from: ['held', 'pending'], to: 'pending' },
  discard: { from: ['pending', 'held'], to: 'discarded' },
}

/**
 * Returns the statements that apply a change to a run, one per state because each state has its own partial index. A
 * message in flight is left to its attempt, which reads the log. `run` and `at` are the placeholders for run id and
 * time.
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
