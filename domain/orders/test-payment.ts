/** Prefix of test payment ids. */
export const testPaymentPrefix = 'test-'

/**
 * Returns whether the payment was reported by the test payment page or by a provider in test mode, without any money.
 */
export function isTestPayment(paymentId: string): boolean {
  return paymentId.startsWith(testPaymentPrefix)
}
