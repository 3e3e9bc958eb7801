import { type CheckoutOutcome, requestCheckout } from './order-requests.ts'
import { runTracker } from '#web/features/funnel/run/visit-tracker.ts'

/** Delays before the retries, in ms. */
const pauses = [300, 700, 1500, 3000]

/**
 * Requests the payment page of an order that was placed in this browser. The service can authorize the request only if
 * it has received the run's `start` event. On a poor network, that event may arrive after the order. Pending events are
 * therefore sent before each retry.
 */
export async function requestCheckoutWithRetries(orderId: string, secret: string): Promise<CheckoutOutcome> {
  let outcome = await requestCheckout(orderId, secret)
  for (const pause of pauses) {
    if (outcome.kind !== 'unknown') break
    void runTracker.flush()
    await new Promise((resolve) => setTimeout(resolve, pause))
    outcome = await requestCheckout(orderId, secret)
  }
  return outcome
}
