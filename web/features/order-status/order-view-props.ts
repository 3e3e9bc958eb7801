import type { StatusResponse } from '#domain/orders/status-contract.ts'

export interface OrderViewProps {
  state: StatusResponse
  token: string | undefined
  /** Access to the personal data; undefined until the customer has opened it. */
  access: string | undefined
  /** True if the access has expired. What is shown and typed stays, but the customer must unlock the order again. */
  expired: boolean
  onUnlocked: (access: string) => void
  /** Called when the access has expired. */
  onLocked: () => void
  /** Loads the state again. */
  refresh: () => Promise<StatusResponse | undefined>
}
