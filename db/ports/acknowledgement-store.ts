import { fixedPeriods } from '#domain/retention/fixed-periods.ts'
import type { LimitedEmail } from '#domain/orders/acknowledgement-limits.ts'

export interface AcknowledgementStore {
  /**
   * Reserves a slot: the earliest time at which the e-mail may be sent without exceeding the limits of its kind. The
   * limits apply to all processes together. Returns undefined if the e-mail may be sent now. Otherwise returns the time
   * at which the caller must repeat the call, in ms since the epoch. A repeated call for the same e-mail (`id`) uses
   * the slot that is already reserved, unless that slot is at least an hour old.
   */
  reserve(email: LimitedEmail & { id: string }): Promise<number | undefined>
  /** Removes slots that no longer count towards a limit; returns their number. */
  expire(now: number): Promise<number>
}

/** Age in ms at which slots are removed. By then they no longer count towards any limit. */
export const slotRetentionMs = fixedPeriods.addressCounters
