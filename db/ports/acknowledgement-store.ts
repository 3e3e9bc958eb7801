import type { LimitedEmail } from '#domain/orders/acknowledgement-limits.ts'

export interface AcknowledgementStore {
  /**
   * Reserves a slot for an e-mail of a kind whose number is limited. The limits apply to all processes together.
   * Returns undefined if the e-mail may be sent now. Otherwise returns the time until which it has to wait, in ms since
   * the epoch. Waiting e-mails get different slots. Repeating the call with the same id does not reserve a second slot.
   */
  reserve(email: LimitedEmail & { id: string }): Promise<number | undefined>
  /** Removes slots that no longer count towards a limit; returns their number. */
  expire(now: number): Promise<number>
}

/** Age in ms at which slots no longer count and are removed. */
export const slotRetentionMs = 48 * 3600 * 1000
