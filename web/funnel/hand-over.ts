import { type CheckoutOutcome, requestCheckout } from './order-requests.ts'
import { runTracker } from './visit-tracker.ts'

/** Waits before each further try, in ms: together about as long as one request may take. */
const pauses = [300, 700, 1500, 3000]

/**
 * Asks for the payment page of an order that was placed here. The service knows whose order it is from the run's `start`,
 * which may come later than the order where the network is poor; so what waits is sent before the order counts as unknown.
 */
export async function handOver(orderId: string, secret: string): Promise<CheckoutOutcome> {
  let outcome = await requestCheckout(orderId, secret)
  for (const pause of pauses) {
    if (outcome.kind !== 'unknown') break
    void runTracker.flush()
    await new Promise((resolve) => setTimeout(resolve, pause))
    outcome = await requestCheckout(orderId, secret)
  }
  return outcome
}
