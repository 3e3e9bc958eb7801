import { type CheckoutOutcome, requestCheckout } from './order-requests.ts'
import { runTracker } from '#web/features/funnel/run/visit-tracker.ts'

/** Delays between retries in ms; their sum is about the timeout of one request. */
const pauses = [300, 700, 1500, 3000]

/**
 * Requests the payment page of an order that was placed here. The service authorizes the request by the run's `start`
 * event, which on a poor network may arrive after the order; pending events are therefore sent before each retry.
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
