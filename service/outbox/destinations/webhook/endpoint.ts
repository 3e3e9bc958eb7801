import type { ForwardDrafts } from '#domain/outbox/webhook-payload.ts'

export interface Endpoint {
  url: string
  /** Secrets like `whsec_…`; several while they are being changed. */
  secrets: readonly string[]
  /**
   * Delay before each attempt, in ms; its length is the maximum number of attempts. The first delay is ignored: the
   * first attempt is made at once.
   */
  schedule: readonly number[]
  /** Timeout of the whole exchange, including the response, in ms. */
  timeoutMs: number
  /** Personal data in messages before the order. */
  forwardDrafts: ForwardDrafts
}
