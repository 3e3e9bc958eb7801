import type { ForwardDrafts } from '#domain/outbox/webhook-payload.ts'

export interface Endpoint {
  url: string
  /** Signing secrets such as `whsec_…`. There are several while a secret is being replaced. */
  secrets: readonly string[]
  /**
   * Delays before the attempts, in ms. The number of delays is the maximum number of attempts. The first delay is
   * ignored, because the first attempt is made immediately.
   */
  schedule: readonly number[]
  /** Timeout of one attempt in ms, from composing the message to the end of the response. */
  timeoutMs: number
  /** Determines which personal data is contained in messages about events before the order. */
  forwardDrafts: ForwardDrafts
}
