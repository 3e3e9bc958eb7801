/** The one receiver there is; stands in every delivery row. */
export const endpointName = 'webhook'

export interface Endpoint {
  name: string
  url: string
  /** `whsec_…`; several while the receiver changes over from one to the next. */
  secrets: readonly string[]
  /** Waits before each attempt in ms, as many as there are attempts. The first one is made at once, whatever stands there. */
  schedule: readonly number[]
  /** For the whole exchange, answer included. */
  timeoutMs: number
  /** Whether messages before the order carry personal data. */
  forwardDrafts: boolean
}
