import type { ForwardDrafts } from '#domain/outbox/webhook-payload.ts'

export interface Endpoint {
  url: string
  /** `whsec_…`; several during a change of the secret. */
  secrets: readonly string[]
  /** Waits before each attempt in ms, as many as there are attempts. The first attempt is made at once, whatever its wait. */
  schedule: readonly number[]
  /** For the whole exchange, answer included. */
  timeoutMs: number
  /** How much personal data messages before the order carry. */
  forwardDrafts: ForwardDrafts
}
