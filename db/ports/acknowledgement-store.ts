import type { LimitedEmail } from '#domain/orders/acknowledgement-limits.ts'

export interface AcknowledgementStore {
  /**
   * Reserves a slot for an e-mail of a limited kind, counted over all processes. Returns the time until which the e-mail
   * has to wait, in ms since the epoch, or undefined when it may be sent. Waiting e-mails get different slots. A repeat
   * with the same id is not counted again.
   */
  take(email: LimitedEmail & { id: string }): Promise<number | undefined>
  /** Removes slots that no longer count; returns how many. */
  expire(now: number): Promise<number>
}

/** Age in ms after which rows no longer count and are removed. */
export const forgetAfter = 48 * 3600 * 1000
